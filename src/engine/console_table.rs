//! Owns how `console.table` draws rows. What must hold: as in `inspect.rs`, no guest code runs and the size is bounded.
//! Deliberately absent: tables of anything but arrays and plain objects.

use super::inspect::inspect_quoted;
use super::look::own_property;
use super::pending;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsValue, js_string};

/// Rows and columns that are drawn.
const ROWS: usize = 100;
const COLUMNS: usize = 20;
/// Characters of one cell.
const CELL_CHARS: usize = 60;

/// The table, or `None` where the value is not made of rows. `columns`: an array of names to show.
pub(super) fn render(data: &JsValue, columns: &JsValue, context: &mut Context) -> Option<String> {
    let data = data.as_object().filter(|data| !data.is_callable())?;
    let wanted = columns.as_object().filter(JsObject::is_array).map(|names| names_of(&names, context));
    let mut heads = wanted.clone().unwrap_or_default();
    let mut rows = Vec::new();
    let mut has_values = false;
    for (key, value) in entries(&data, context) {
        let row = value.as_object().filter(|row| !row.is_callable());
        let cells: Vec<_> = row.map(|row| entries(&row, context)).unwrap_or_default();
        if wanted.is_none() {
            for (name, _) in &cells {
                if heads.len() < COLUMNS && !heads.contains(name) {
                    heads.push(name.clone());
                }
            }
        }
        let opened = value.is_object() && pending::slot_of(&value, context).is_none();
        let value = if opened { None } else { Some(cell(&value, context)) };
        has_values |= value.is_some();
        let cells: Vec<_> = cells.into_iter().map(|(name, value)| (name, cell(&value, context))).collect();
        rows.push((key, cells, value));
    }
    let mut head = vec!["(index)".to_owned()];
    head.extend(heads.iter().cloned());
    head.extend(has_values.then(|| "Values".to_owned()));
    let mut lines = vec![head];
    for (key, cells, value) in rows {
        let mut line = vec![key];
        for head in &heads {
            let cell = cells.iter().find(|(name, _)| name == head).map(|(_, text)| text.clone());
            line.push(cell.unwrap_or_default());
        }
        line.extend(has_values.then(|| value.unwrap_or_default()));
        lines.push(line);
    }
    Some(draw(&lines))
}

/// Own enumerable names and values, getters as a word.
fn entries(object: &JsObject, context: &mut Context) -> Vec<(String, JsValue)> {
    let keys = object_keys(object, context);
    keys.into_iter()
        .filter_map(|key| {
            let property = own_property(object, key.clone()).filter(|property| property.enumerable() == Some(true))?;
            let value = property.value().cloned().unwrap_or_else(|| js_string!("[Getter]").into());
            let name = match key {
                PropertyKey::Index(index) => index.get().to_string(),
                PropertyKey::String(name) => name.to_std_string_lossy(),
                PropertyKey::Symbol(_) => return None,
            };
            Some((name, value))
        })
        .take(ROWS)
        .collect()
}

fn object_keys(object: &JsObject, context: &mut Context) -> Vec<PropertyKey> {
    if object.is::<boa_engine::builtins::proxy::Proxy>() {
        return Vec::new();
    }
    object.own_property_keys(context).unwrap_or_default()
}

fn names_of(names: &JsObject, context: &mut Context) -> Vec<String> {
    let names = entries(names, context).into_iter();
    names.filter_map(|(_, name)| name.as_string()).map(|name| name.to_std_string_lossy()).take(COLUMNS).collect()
}

fn cell(value: &JsValue, context: &mut Context) -> String {
    let text = inspect_quoted(value, context).replace('\n', " ");
    if text.chars().count() <= CELL_CHARS { text } else { text.chars().take(CELL_CHARS - 1).chain(['…']).collect() }
}

fn draw(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns)
        .map(|column| {
            lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let rule = |left, between, right| {
        let bars: Vec<_> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        format!("{left}{}{right}", bars.join(between))
    };
    let row = |line: &Vec<String>| {
        let cells: Vec<_> = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!(" {cell}{} ", " ".repeat(width - cell.chars().count().min(*width))))
            .collect();
        format!("│{}│", cells.join("│"))
    };
    let mut drawn = vec![rule("┌", "┬", "┐")];
    for (index, line) in lines.iter().enumerate() {
        drawn.push(row(line));
        if index == 0 {
            drawn.push(rule("├", "┼", "┤"));
        }
    }
    drawn.push(rule("└", "┴", "┘"));
    drawn.join("\n")
}
