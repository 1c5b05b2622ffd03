//! A source file with all its mutants in it, each behind a switch.
//!
//! A changed operator becomes a choice between operators, operands evaluated once and in their order; a
//! changed function returns at once. `crate::switch::on(n)` says whether mutant n is the one that is on.

use crate::Mutant;
use std::fmt::Write;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr};

/// What goes at the end of the engine's `lib.rs`. `CLOTH_MUTANT` is read once.
pub const SWITCH: &str = r#"
#[doc(hidden)]
pub mod switch {
    extern crate std;
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static ON: AtomicU32 = AtomicU32::new(u32::MAX);
    #[inline(always)]
    pub fn on(mutant: u32) -> bool {
        let on = ON.load(Relaxed);
        if on == u32::MAX { first(mutant) } else { on == mutant }
    }
    #[cold]
    fn first(mutant: u32) -> bool {
        let on = std::env::var("CLOTH_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        ON.store(on, Relaxed);
        on == mutant
    }
}
"#;

/// A place with mutants, by bytes of the file.
struct Node {
    all: Range<usize>,
    kind: Kind,
    /// Number and replacement.
    mutants: Vec<(usize, String)>,
}

enum Kind {
    /// Operands, and how they are joined.
    Binary(Range<usize>, &'static str, Range<usize>, Join),
    /// The operator, then its operand.
    Unary(&'static str, Range<usize>),
    Guard,
    /// Where a guard would go; what there is of one.
    Arm(Option<Range<usize>>),
    /// Nothing of the text: something is put in before it.
    Body,
}

#[derive(Clone, Copy, PartialEq)]
enum Join {
    Value,
    Compare,
    Lazy,
    Assign,
}

struct Finder<'a> {
    mutants: &'a [(usize, &'a Mutant)],
    nodes: Vec<Node>,
}

impl Finder<'_> {
    fn at(&self, span: proc_macro2::Span, genre: &str) -> Vec<(usize, String)> {
        let start = span.start();
        self.mutants
            .iter()
            .filter(|(_, m)| {
                m.genre == genre
                    && (m.span.start.line, m.span.start.column) == (start.line, start.column + 1)
            })
            .map(|(n, m)| (*n, m.replacement.clone()))
            .collect()
    }

    fn add(&mut self, all: Range<usize>, kind: Kind, mutants: Vec<(usize, String)>) {
        if !mutants.is_empty() {
            self.nodes.push(Node { all, kind, mutants });
        }
    }

    fn body(&mut self, block: &syn::Block) {
        if let Some(first) = block.stmts.first() {
            let start = first.span().byte_range().start;
            let mutants = self.at(first.span(), "FnValue");
            self.add(start..start, Kind::Body, mutants);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_expr_binary(&mut self, e: &'a syn::ExprBinary) {
        if let Some((operator, join)) = operator(&e.op) {
            let (left, right) = (e.left.span().byte_range(), e.right.span().byte_range());
            let mutants = self.at(e.op.span(), "BinaryOperator");
            if !(join == Join::Lazy && (has_let(&e.left) || has_let(&e.right) || mutants.len() > 1))
            {
                self.add(
                    left.start..right.end,
                    Kind::Binary(left, operator, right, join),
                    mutants,
                );
            }
        }
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_unary(&mut self, e: &'a syn::ExprUnary) {
        let operator = match e.op {
            syn::UnOp::Not(_) => "!",
            syn::UnOp::Neg(_) => "-",
            _ => "",
        };
        if !operator.is_empty() {
            let mutants = self.at(e.op.span(), "UnaryOperator");
            self.add(
                e.span().byte_range(),
                Kind::Unary(operator, e.expr.span().byte_range()),
                mutants,
            );
        }
        visit::visit_expr_unary(self, e);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        let guard = arm.guard.as_ref().map(|(_, guard)| guard);
        let of_arm = self.at(arm.span(), "MatchArm");
        if !guard.is_some_and(|guard| has_let(guard)) {
            let of_guard = guard.map_or(Vec::new(), |guard| self.at(guard.span(), "MatchArmGuard"));
            let guard = guard.map(|guard| guard.span().byte_range());
            let after = arm.pat.span().byte_range().end;
            if let (Some(guard), false) = (guard.clone(), of_guard.is_empty()) {
                self.add(guard, Kind::Guard, of_guard);
            } else {
                let all = guard.clone().unwrap_or(after..after);
                self.add(all, Kind::Arm(guard), of_arm);
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_item_fn(&mut self, f: &'a syn::ItemFn) {
        self.body(&f.block);
        visit::visit_item_fn(self, f);
    }

    fn visit_impl_item_fn(&mut self, f: &'a syn::ImplItemFn) {
        self.body(&f.block);
        visit::visit_impl_item_fn(self, f);
    }

    fn visit_trait_item_fn(&mut self, f: &'a syn::TraitItemFn) {
        if let Some(block) = &f.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, f);
    }
}

fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(e) => has_let(&e.left) || has_let(&e.right),
        _ => false,
    }
}

fn operator(op: &BinOp) -> Option<(&'static str, Join)> {
    use Join::*;
    Some(match op {
        BinOp::Add(_) => ("+", Value),
        BinOp::Sub(_) => ("-", Value),
        BinOp::Mul(_) => ("*", Value),
        BinOp::Div(_) => ("/", Value),
        BinOp::Rem(_) => ("%", Value),
        BinOp::BitXor(_) => ("^", Value),
        BinOp::BitAnd(_) => ("&", Value),
        BinOp::BitOr(_) => ("|", Value),
        BinOp::Shl(_) => ("<<", Value),
        BinOp::Shr(_) => (">>", Value),
        BinOp::And(_) => ("&&", Lazy),
        BinOp::Or(_) => ("||", Lazy),
        BinOp::Eq(_) => ("==", Compare),
        BinOp::Ne(_) => ("!=", Compare),
        BinOp::Lt(_) => ("<", Compare),
        BinOp::Le(_) => ("<=", Compare),
        BinOp::Gt(_) => (">", Compare),
        BinOp::Ge(_) => (">=", Compare),
        BinOp::AddAssign(_) => ("+=", Assign),
        BinOp::SubAssign(_) => ("-=", Assign),
        BinOp::MulAssign(_) => ("*=", Assign),
        BinOp::DivAssign(_) => ("/=", Assign),
        BinOp::BitXorAssign(_) => ("^=", Assign),
        BinOp::BitAndAssign(_) => ("&=", Assign),
        BinOp::BitOrAssign(_) => ("|=", Assign),
        _ => return None,
    })
}

/// The file's text with these mutants in it, and the numbers of those that it has.
///
/// Each place stands between `/*< numbers */` and `/*>*/`, by which an error of the compiler finds its mutants.
pub fn switched(
    text: &str,
    mutants: &[(usize, &Mutant)],
) -> Result<(String, Vec<usize>), syn::Error> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder {
        mutants,
        nodes: Vec::new(),
    };
    finder.visit_file(&file);
    let mut nodes = finder.nodes;
    // What goes before a statement comes before it, what encloses before what it encloses.
    nodes.sort_by_key(|node| {
        (
            node.all.start,
            !matches!(node.kind, Kind::Body),
            usize::MAX - node.all.end,
        )
    });
    let numbers = nodes
        .iter()
        .flat_map(|node| node.mutants.iter().map(|(n, _)| *n))
        .collect();
    Ok((emit(text, 0..text.len(), &nodes), numbers))
}

/// The text of a range with its nodes, in the order of the file and from outside to inside.
fn emit(text: &str, range: Range<usize>, nodes: &[Node]) -> String {
    let mut out = String::new();
    let mut at = range.start;
    for (i, node) in nodes.iter().enumerate() {
        if node.all.start < at || node.all.end > range.end {
            continue;
        }
        out.push_str(&text[at..node.all.start]);
        let numbers: Vec<_> = node.mutants.iter().map(|(n, _)| n.to_string()).collect();
        let inner = |range: Range<usize>| emit(text, range, &nodes[i + 1..]);
        write!(
            out,
            "/*< {} */{}/*>*/",
            numbers.join(" "),
            choice(node, inner)
        )
        .expect("a string");
        at = node.all.end;
    }
    out.push_str(&text[at..range.end]);
    out
}

/// One alternative a line, so that the compiler names the one that it does not take.
fn choice(node: &Node, inner: impl Fn(Range<usize>) -> String) -> String {
    let each = |form: &dyn Fn(&str) -> String| {
        let mut out = String::new();
        for (n, replacement) in &node.mutants {
            write!(
                out,
                "\n/*{n}*/ if crate::switch::on({n}) {{ {} }} else",
                form(replacement)
            )
            .expect("a string");
        }
        out
    };
    let first = node.mutants[0].0;
    match &node.kind {
        Kind::Binary(left, operator, right, join) => {
            let (l, r) = (inner(left.clone()), inner(right.clone()));
            match join {
                Join::Value | Join::Compare => {
                    let by = if *join == Join::Compare { "&" } else { "" };
                    let chosen = each(&|op| format!("l {op} r"));
                    format!(
                        "(match ({by}({l}), {by}({r})) {{ (l, r) => {chosen}\n {{ l {operator} r }} }})"
                    )
                }
                Join::Assign => format!(
                    "{{ {}\n {{ {l} {operator} {r} }} }}",
                    each(&|op| format!("{l} {op} {r}"))
                ),
                Join::Lazy => {
                    let asks = if *operator == "&&" { "!=" } else { "==" };
                    format!(
                        "({{ let l = ({l}); if l {asks} crate::switch::on({first}) {{ {r} }} else {{ l }} }})"
                    )
                }
            }
        }
        Kind::Unary(operator, operand) => {
            let e = inner(operand.clone());
            format!("({}\n {{ {operator}{e} }})", each(&|_| e.clone()))
        }
        Kind::Guard => {
            let mut out = format!("({})", inner(node.all.clone()));
            for (n, replacement) in &node.mutants {
                let with = if replacement == "true" { "||" } else { "&& !" };
                out = format!("({out} {with} crate::switch::on({n}))");
            }
            out
        }
        Kind::Arm(Some(guard)) => {
            format!("({}) && !crate::switch::on({first})", inner(guard.clone()))
        }
        Kind::Arm(None) => format!(" if !crate::switch::on({first})"),
        Kind::Body => {
            let mut out = String::new();
            for (n, replacement) in &node.mutants {
                write!(
                    out,
                    "\n/*{n}*/ if crate::switch::on({n}) {{ return {replacement}; }}\n"
                )
                .expect("a string");
            }
            out
        }
    }
}
