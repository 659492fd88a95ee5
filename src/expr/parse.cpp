// The grammar of expressions and expression files, in Boost.Spirit X3. No other source includes X3.
#include "memlaw/expr/parse.hpp"

#include <boost/spirit/home/x3.hpp>
#include <functional>
#include <utility>

#include "parse_tree.hpp"

namespace memlaw::parse_tree {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// What the parsers below share while a text is being read.
struct State {
  const Source* source;
  std::size_t open_brackets = 0;
};
struct StateTag {};
template <typename Context>
State& state(const Context& context) {
  return x3::get<StateTag>(context);
}

// expect("a name")[p]: p, or an InputError that says what was expected and what stands there.
template <typename Subject>
struct Expect : x3::unary_parser<Subject, Expect<Subject>> {
  static constexpr bool is_pass_through_unary = true;
  const char* what;
  constexpr Expect(const Subject& inner, const char* expected)
      : x3::unary_parser<Subject, Expect<Subject>>(inner), what(expected) {}

  template <typename Context, typename RuleContext, typename Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context,
             RuleContext& rule_context, Attribute& attribute) const {
    if (this->subject.parse(first, last, context, rule_context, attribute)) return true;
    x3::skip_over(first, last, context);
    const Source& source = *state(context).source;
    source.fail(first, std::string("expected ") + what + ", found " + source.describe(first));
  }
};
struct expect {
  const char* what;
  template <typename Subject>
  constexpr auto operator[](const Subject& subject) const {
    const auto parser = x3::as_parser(subject);
    return Expect<std::remove_const_t<decltype(parser)>>(parser, what);
  }
};

// nested[p]: p inside one more pair of brackets. The parser recurses only here, and the stack is
// finite, so that deeper nesting than the limit is an InputError.
template <typename Subject>
struct Nested : x3::unary_parser<Subject, Nested<Subject>> {
  static constexpr bool is_pass_through_unary = true;
  constexpr explicit Nested(const Subject& inner)
      : x3::unary_parser<Subject, Nested<Subject>>(inner) {}

  template <typename Context, typename RuleContext, typename Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context,
             RuleContext& rule_context, Attribute& attribute) const {
    State& reading = state(context);
    if (reading.open_brackets == max_nesting) reading.source->fail_nesting(first);
    ++reading.open_brackets;
    const bool matched = this->subject.parse(first, last, context, rule_context, attribute);
    --reading.open_brackets;
    return matched;
  }
};
struct {
  template <typename Subject>
  constexpr auto operator[](const Subject& subject) const {
    return Nested<Subject>(subject);
  }
} constexpr nested;

// Tokens are read as views into the source. Character classes are spelled out, since those of the C
// library depend on the locale.
using View = std::string_view;

const auto take_view = [](auto& context) {
  const auto& piece = x3::_attr(context);
  x3::_val(context) = View(&*piece.begin(), static_cast<std::size_t>(piece.size()));
};
template <typename Tag, typename Parser>
auto token(const Parser& parser) {
  return x3::rule<Tag, View>{"token"} = x3::raw[x3::lexeme[x3::omit[parser]]][take_view];
}
auto quoted_by(char mark) {
  return x3::lit(mark) >> *((x3::char_ - mark) | (x3::lit(mark) >> mark)) >> mark;
}

const auto letter = x3::char_("a-zA-Z_");
const auto digit = x3::char_("0-9");
const auto word = letter >> *(letter | digit);
const auto word_end = !(letter | digit);
const auto special_number = (x3::lit("nan") | "inf") >> word_end;
const auto reserved = ((x3::lit("let") | "variable") >> word_end) | special_number;
const auto exponent = x3::char_("eE") >> -x3::char_("+-") >> +digit;
const auto plain_number = ((+digit >> -('.' >> *digit)) | ('.' >> +digit)) >> -exponent;
const auto unsigned_number = plain_number | special_number;

const auto number = token<struct NumberTag>(unsigned_number);
const auto signed_number = token<struct SignedNumberTag>(-x3::char_("+-") >> unsigned_number);
const auto name = token<struct NameTag>(quoted_by('`') | (word - reserved));
const auto level = token<struct LevelTag>(quoted_by('"') | word);
const auto unit = token<struct UnitTag>(quoted_by('"'));
const auto minus = token<struct MinusTag>('-');
const auto category_word = token<struct CategoryTag>('c' >> word_end);
const auto variable_word = token<struct VariableTag>("variable" >> word_end);
const auto let_word = token<struct LetTag>("let" >> word_end);
const auto space = x3::char_(" \t\r\n") | ('#' >> *(x3::char_ - '\n'));

// Infix operators, from the operator table.
const x3::symbols<Op> infix = [] {
  x3::symbols<Op> symbols;
  for (const OperatorInfo& entry : operators()) {
    if (entry.arity == 2 && !entry.symbol.empty()) {
      symbols.add(std::string(entry.symbol), entry.op);
    }
  }
  return symbols;
}();

// set(&T::field)[p] stores what p read; add(&T::list)[p] appends it.
template <typename Class, typename Field>
auto set(Field Class::*field) {
  return [field](auto& context) { x3::_val(context).*field = std::move(x3::_attr(context)); };
}
template <typename Class, typename Item>
auto add(std::vector<Item> Class::*list) {
  return [list](auto& context) {
    (x3::_val(context).*list).push_back(Item(std::move(x3::_attr(context))));
  };
}
// kind(k)[p] sets the kind when p matches.
template <typename Kind>
auto kind(Kind value) {
  return [value](auto& context) { x3::_val(context).kind = value; };
}

// Expressions.
const x3::rule<struct SumTag, Sum> sum{"sum"};
const x3::rule<struct OperandTag, Operand> operand{"operand"};

const auto level_value = x3::rule<struct LevelValueTag, LevelValue>{"level value"} =
    expect{"a level (a word or \"quoted text\")"}[level[set(&LevelValue::level)]] >>
    expect{"'=' and the number of this level"}['='] >>
    expect{"a number"}[signed_number[set(&LevelValue::number)]];

const auto argument = expect{"a number, a name, a call or '('"}[nested[sum]];

const auto category = category_word >> x3::lit('[')[kind(Operand::Kind::category)] >>
                      expect{"the name of a categorical variable"}[name[set(&Operand::text)]] >>
                      expect{"':' and the numbers of the levels"}[':'] >>
                      level_value[add(&Operand::levels)] % ',' >> expect{"',' or ']'"}[']'];
const auto call = x3::lit('(')[kind(Operand::Kind::call)] >>
                  argument[add(&Operand::arguments)] % ',' >>
                  expect{"an operator, ',' or ')'"}[')'];
const auto group = x3::lit('(')[kind(Operand::Kind::group)] >> argument[add(&Operand::arguments)] >>
                   expect{"an operator or ')'"}[')'];
const auto named = name[set(&Operand::text)] >> (call | x3::eps[kind(Operand::Kind::name)]);

const auto operand_def = *minus[add(&Operand::signs)] >>
                         (number[set(&Operand::text)] | category | named | group);

const auto sum_def = operand[add(&Sum::operands)] >>
                     *(infix[add(&Sum::infix)] >>
                       expect{"a number, a name, a call or '('"}[operand[add(&Sum::operands)]]);

BOOST_SPIRIT_DEFINE(sum, operand)

// Statements.
const x3::rule<struct StatementTag, Statement> statement{"statement"};

const auto is_expression = expect{"an expression"}[sum[set(&Statement::expression)]];
const auto levels =
    '{' >> expect{"a level (a word or \"quoted text\")"}[level][add(&Statement::levels)] % ',' >>
    expect{"',' or '}'"}['}'];
const auto variable_statement = variable_word[set(&Statement::start)] >>
                                x3::eps[kind(Statement::Kind::variable)] >>
                                expect{"the name of the variable"}[name[set(&Statement::name)]] >>
                                -unit[set(&Statement::unit)] >> -levels;
const auto let_statement =
    let_word[set(&Statement::start)] >> x3::eps[kind(Statement::Kind::let)] >>
    expect{"a name"}[name[set(&Statement::name)]] >> expect{"'='"}['='] >> is_expression;
const auto target = [](auto& context) {
  x3::_val(context).start = x3::_val(context).name = x3::_attr(context);
};
const auto result_statement = x3::eps[kind(Statement::Kind::result)] >> name[target] >>
                              -unit[set(&Statement::unit)] >> '=' >> is_expression;
const auto statement_def = variable_statement | let_statement | result_statement;

BOOST_SPIRIT_DEFINE(statement)

// Parses as much as `parser` takes; returns where it stopped.
template <typename Parser, typename Attribute>
Iterator run(const Source& source, const Parser& parser, Attribute& attribute) {
  Iterator first = source.text.data();
  const Iterator last = first + source.text.size();
  State reading{.source = &source};
  x3::phrase_parse(first, last, x3::with<StateTag>(std::ref(reading))[parser], space, attribute);
  return first;
}

}  // namespace

Sum read_expression(const Source& source) {
  Sum result;
  const Iterator end = source.text.data() + source.text.size();
  const Iterator stop = run(source, expect{"an expression"}[sum], result);
  if (stop != end) {
    source.fail(
        stop, "expected an operator or the end of the expression, found " + source.describe(stop));
  }
  return result;
}

std::vector<Statement> read_statements(const Source& source) {
  std::vector<Statement> statements;
  const Iterator end = source.text.data() + source.text.size();
  const Iterator stop = run(source, *statement, statements);
  if (stop != end) {
    source.fail(stop, "expected an operator, `variable`, `let` or NAME = expression, found " +
                          source.describe(stop));
  }
  return statements;
}

}  // namespace memlaw::parse_tree
