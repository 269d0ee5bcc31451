//! Owns `URL`, which the engine does not have; the Boa project's has no `searchParams`. Parsing is the `url` crate's, which
//! follows the WHATWG URL standard. Deliberately absent: `createObjectURL`, as there are no blobs; and hosts beyond ASCII,
//! whose tables are a tenth of a megabyte (`xn--` forms work).

use super::{HIDDEN, hidden_constant, search_params};
use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};
use url::{ParseError, Url, quirks};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    context.register_global_class::<UrlData>()
}

/// The data of an object of the class.
#[derive(Debug, Trace, Finalize, JsData)]
pub(super) struct UrlData {
    #[unsafe_ignore_trace]
    url: Url,
    /// Its `searchParams`, once asked for.
    params: Option<JsObject>,
}

impl UrlData {
    /// The pairs of `searchParams` were changed.
    pub(super) fn set_query(&mut self, query: &str) {
        quirks::set_search(&mut self.url, query);
    }
}

/// A part that can be read and written.
struct Part {
    name: &'static str,
    get: fn(&Url) -> &str,
    /// A value that does not fit changes nothing, as in browsers.
    set: fn(&mut Url, &str),
}

const PARTS: [Part; 9] = [
    Part { name: "protocol", get: quirks::protocol, set: |url, text| _ = quirks::set_protocol(url, text) },
    Part { name: "username", get: quirks::username, set: |url, text| _ = quirks::set_username(url, text) },
    Part { name: "password", get: quirks::password, set: |url, text| _ = quirks::set_password(url, text) },
    Part { name: "host", get: quirks::host, set: |url, text| _ = quirks::set_host(url, text) },
    Part { name: "hostname", get: quirks::hostname, set: |url, text| _ = quirks::set_hostname(url, text) },
    Part { name: "port", get: quirks::port, set: |url, text| _ = quirks::set_port(url, text) },
    Part { name: "pathname", get: quirks::pathname, set: quirks::set_pathname },
    Part { name: "search", get: quirks::search, set: quirks::set_search },
    Part { name: "hash", get: quirks::hash, set: quirks::set_hash },
];

impl Class for UrlData {
    const NAME: &'static str = "URL";
    const LENGTH: usize = 1;
    const ATTRIBUTES: Attribute = HIDDEN;

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        for Part { name, get, set } in PARTS {
            accessor(
                class,
                name,
                NativeFunction::from_copy_closure(move |this, _, _| read(this, |data| text(get(&data.url)))),
                Some(NativeFunction::from_copy_closure(move |this, args, context| {
                    let value = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
                    write(this, |url| set(url, &value))
                })),
            );
        }
        accessor(class, "href", NativeFunction::from_fn_ptr(href), Some(NativeFunction::from_fn_ptr(set_href)));
        let origin = |this: &JsValue, _: &[JsValue], _: &mut Context| {
            read(this, |data| JsString::from(quirks::origin(&data.url)).into())
        };
        accessor(class, "origin", NativeFunction::from_fn_ptr(origin), None);
        accessor(class, "searchParams", NativeFunction::from_fn_ptr(search_params), None);
        class.method(js_string!("toString"), 0, NativeFunction::from_fn_ptr(href));
        class.method(js_string!("toJSON"), 0, NativeFunction::from_fn_ptr(href));
        class.static_method(js_string!("canParse"), 1, NativeFunction::from_fn_ptr(can_parse));
        class.static_method(js_string!("parse"), 1, NativeFunction::from_fn_ptr(parse_or_null));
        class.property_descriptor(JsSymbol::to_string_tag(), hidden_constant(js_string!("URL")));
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        match parse(args, context)? {
            Ok(url) => Ok(Self { url, params: None }),
            Err(message) => Err(JsNativeError::typ().with_message(message).into()),
        }
    }
}

fn accessor(class: &mut ClassBuilder<'_>, name: &'static str, get: NativeFunction, set: Option<NativeFunction>) {
    let realm = class.context().realm().clone();
    let get = FunctionObjectBuilder::new(&realm, get).name(JsString::from(format!("get {name}"))).build();
    let set = set.map(|set| {
        FunctionObjectBuilder::new(&realm, set).name(JsString::from(format!("set {name}"))).length(1).build()
    });
    class.accessor(js_string!(name), Some(get), set, Attribute::ENUMERABLE | Attribute::CONFIGURABLE);
}

fn text(text: &str) -> JsValue {
    JsString::from(text).into()
}

/// The URL of the arguments, or a message that says what is wrong with it.
fn parse(args: &[JsValue], context: &mut Context) -> JsResult<Result<Url, String>> {
    let input = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let base = match args.get_or_undefined(1) {
        none if none.is_undefined() => None,
        base => {
            let base = base.to_string(context)?.to_std_string_lossy();
            match Url::parse(&base) {
                Ok(base) => Some(base),
                Err(error) => return Ok(Err(format!("'{base}' is not a URL to start from: {error}"))),
            }
        }
    };
    let parsed = Url::options().base_url(base.as_ref()).parse(&input);
    Ok(parsed.map_err(|error| match error {
        ParseError::IdnaError if !input.is_ascii() => {
            format!("'{input}': hosts beyond ASCII are not supported here; write it as xn--…")
        }
        error => format!("'{input}' is not a URL: {error}"),
    }))
}

fn can_parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(parse(args, context)?.is_ok().into())
}

fn parse_or_null(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match parse(args, context)? {
        Ok(url) => UrlData::from_data(UrlData { url, params: None }, context).map(JsValue::from),
        Err(_) => Ok(JsValue::null()),
    }
}

fn wrong_this() -> JsError {
    JsNativeError::typ().with_message("this is not a URL").into()
}

fn read(this: &JsValue, read: impl FnOnce(&UrlData) -> JsValue) -> JsResult<JsValue> {
    let object = this.as_object().ok_or_else(wrong_this)?;
    let data = object.downcast_ref::<UrlData>().ok_or_else(wrong_this)?;
    Ok(read(&data))
}

/// Changes the URL, and the `searchParams` that show its query.
fn write(this: &JsValue, change: impl FnOnce(&mut Url)) -> JsResult<JsValue> {
    let object = this.as_object().ok_or_else(wrong_this)?;
    let mut data = object.downcast_mut::<UrlData>().ok_or_else(wrong_this)?;
    change(&mut data.url);
    if let Some(params) = &data.params {
        search_params::follow(params, data.url.query().unwrap_or_default());
    }
    Ok(JsValue::undefined())
}

fn href(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    read(this, |data| text(quirks::href(&data.url)))
}

fn set_href(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match parse(args.get(..1).unwrap_or_default(), context)? {
        Ok(parsed) => write(this, |url| *url = parsed),
        Err(message) => Err(JsNativeError::typ().with_message(message).into()),
    }
}

/// The text of a URL object; `None` for any other.
pub(in crate::engine) fn href_of(object: &JsObject) -> Option<String> {
    object.downcast_ref::<UrlData>().map(|data| data.url.to_string())
}

fn search_params(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.as_object().ok_or_else(wrong_this)?;
    let (known, query) = {
        let data = object.downcast_ref::<UrlData>().ok_or_else(wrong_this)?;
        (data.params.clone(), data.url.query().unwrap_or_default().to_owned())
    };
    if let Some(known) = known {
        return Ok(known.into());
    }
    let params = search_params::of_url(object.clone(), &query, context)?;
    if let Some(mut data) = object.downcast_mut::<UrlData>() {
        data.params = Some(params.clone());
    }
    Ok(params.into())
}

#[cfg(test)]
mod tests;
