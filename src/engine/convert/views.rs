//! Owns the classes of typed arrays: their names, and where their intrinsics are.

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::context::intrinsics::{StandardConstructor, StandardConstructors};

/// Where a class's intrinsic constructor is.
pub(in crate::engine) type Constructor = fn(&StandardConstructors) -> &StandardConstructor;

const CLASSES: [(TypedArrayKind, &str, Constructor); 11] = [
    (TypedArrayKind::Int8, "Int8Array", StandardConstructors::typed_int8_array),
    (TypedArrayKind::Uint8, "Uint8Array", StandardConstructors::typed_uint8_array),
    (TypedArrayKind::Uint8Clamped, "Uint8ClampedArray", StandardConstructors::typed_uint8clamped_array),
    (TypedArrayKind::Int16, "Int16Array", StandardConstructors::typed_int16_array),
    (TypedArrayKind::Uint16, "Uint16Array", StandardConstructors::typed_uint16_array),
    (TypedArrayKind::Int32, "Int32Array", StandardConstructors::typed_int32_array),
    (TypedArrayKind::Uint32, "Uint32Array", StandardConstructors::typed_uint32_array),
    (TypedArrayKind::BigInt64, "BigInt64Array", StandardConstructors::typed_bigint64_array),
    (TypedArrayKind::BigUint64, "BigUint64Array", StandardConstructors::typed_biguint64_array),
    (TypedArrayKind::Float32, "Float32Array", StandardConstructors::typed_float32_array),
    (TypedArrayKind::Float64, "Float64Array", StandardConstructors::typed_float64_array),
];

/// The class of this kind.
pub(in crate::engine) fn class(kind: TypedArrayKind) -> Option<(&'static str, Constructor)> {
    CLASSES.iter().find(|(of, ..)| *of == kind).map(|(_, name, constructor)| (*name, *constructor))
}

/// All of them.
pub(in crate::engine) fn all(classes: &StandardConstructors) -> impl Iterator<Item = &StandardConstructor> {
    CLASSES.iter().map(move |(.., constructor)| constructor(classes))
}

/// The class of this name.
pub(super) fn constructor(name: &str) -> Option<Constructor> {
    CLASSES.iter().find(|(_, of, _)| *of == name).map(|(.., constructor)| *constructor)
}
