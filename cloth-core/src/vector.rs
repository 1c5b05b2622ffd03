//! The few operations on single vectors that contacts and wind need.

use crate::scalar::Scalar;

/// A vector of three components.
pub(crate) type Vector<T> = [T; 3];

#[inline(always)]
pub(crate) fn add<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(crate) fn sub<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a + b where the sums are known to be in range.
#[inline(always)]
pub(crate) fn plus<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2])]
}

/// a − b where the differences are known to be in range.
#[inline(always)]
pub(crate) fn minus<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0].minus(b[0]), a[1].minus(b[1]), a[2].minus(b[2])]
}

#[inline(always)]
pub(crate) fn scale<T: Scalar>(a: Vector<T>, factor: T) -> Vector<T> {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// `a` where `first`, else `b`.
#[inline(always)]
pub(crate) fn select<T: Scalar>(first: bool, a: Vector<T>, b: Vector<T>) -> Vector<T> {
    let one = |k: usize| if first { a[k] } else { b[k] };
    [one(0), one(1), one(2)]
}

#[inline(always)]
pub(crate) fn dot<T: Scalar>(a: Vector<T>, b: Vector<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross<T: Scalar>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(crate) fn length<T: Scalar>(a: Vector<T>) -> T {
    T::norm(a[0], a[1], a[2])
}

/// The function of each component. Not `map`: that of arrays is a hundred lines for the
/// compiler each time.
#[inline(always)]
pub(crate) fn each<A: Copy, B>([x, y, z]: [A; 3], function: impl Fn(A) -> B) -> [B; 3] {
    [function(x), function(y), function(z)]
}

/// The vector in SI units (f64) as this format.
#[inline(always)]
pub(crate) fn from_f64<T: Scalar>(a: Vector<f64>) -> Vector<T> {
    each(a, T::from_f64)
}

#[inline(always)]
pub(crate) fn to_f64<T: Scalar>(a: Vector<T>) -> Vector<f64> {
    each(a, T::to_f64)
}
