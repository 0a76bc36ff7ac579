import type { Expression, FilterImplOptions, Template } from 'liquidjs'

type Filtered = { filters: readonly { name: string; args: readonly unknown[] }[]; initial: Expression }

/** How many arguments a filter takes at least and at most, by the reference of Liquid and of its implementation here. */
export const argumentsOf: Readonly<Record<string, readonly [least: number, most: number]>> = {
  append: [1, 1],
  prepend: [1, 1],
  remove: [1, 1],
  remove_first: [1, 1],
  remove_last: [1, 1],
  replace: [2, 2],
  replace_first: [2, 2],
  replace_last: [2, 2],
  split: [1, 1],
  slice: [1, 2],
  truncate: [0, 2],
  truncatewords: [0, 2],
  date: [1, 2],
  default: [1, 2],
  plus: [1, 1],
  minus: [1, 1],
  times: [1, 1],
  divided_by: [1, 1],
  modulo: [1, 1],
  at_least: [1, 1],
  at_most: [1, 1],
  round: [0, 1],
  upcase: [0, 0],
  downcase: [0, 0],
  capitalize: [0, 0],
  strip: [0, 0],
  lstrip: [0, 0],
  rstrip: [0, 0],
  strip_newlines: [0, 0],
  abs: [0, 0],
  ceil: [0, 0],
  floor: [0, 0],
  size: [0, 0],
  squish: [0, 0],
  normalize_whitespace: [0, 0],
  escape: [0, 0],
  escape_once: [0, 0],
  xml_escape: [0, 0],
  cgi_escape: [0, 0],
  uri_escape: [0, 0],
  url_encode: [0, 0],
  url_decode: [0, 0],
  base64_encode: [0, 0],
  base64_decode: [0, 0],
  sha256: [0, 0],
  hmac_sha256: [1, 1],
  newline_to_br: [0, 0],
  strip_html: [0, 0],
  slugify: [0, 2],
  number_of_words: [0, 1],
  date_to_xmlschema: [0, 0],
  date_to_rfc822: [0, 0],
  date_to_string: [0, 2],
  date_to_long_string: [0, 2],
  to_integer: [0, 0],
  raw: [0, 0],
  json: [0, 1],
  jsonify: [0, 1],
  inspect: [0, 1],
  first: [0, 0],
  last: [0, 0],
  reverse: [0, 0],
  compact: [0, 0],
  uniq: [0, 0],
  sort: [0, 1],
  sort_natural: [0, 1],
  sum: [0, 1],
  join: [0, 1],
  array_to_sentence_string: [0, 1],
  map: [1, 1],
  concat: [1, 1],
  push: [1, 1],
  unshift: [1, 1],
  pop: [0, 0],
  shift: [0, 0],
  sample: [0, 1],
  where: [1, 2],
  reject: [1, 2],
  find: [1, 2],
  find_index: [1, 2],
  has: [1, 2],
  group_by: [1, 1],
  where_exp: [2, 2],
  reject_exp: [2, 2],
  find_exp: [2, 2],
  find_index_exp: [2, 2],
  has_exp: [2, 2],
  group_by_exp: [2, 2],
}

/** What is missing in the filters and comparisons of a template, which would come to nothing without a word. */
export function faultsOfFilters(templates: Iterable<Template>): string[] {
  return [
    ...[...valuesIn(templates)].flatMap(({ filters, initial }) => [
      ...filters.flatMap(
        ({ name, args }) =>
          faultOfCount(name, args.length) ?? (dividesByNothing(name, args) ? [byNothing(name)] : []),
      ),
      ...(isComplete(initial) ? [] : [incomplete]),
    ]),
    ...[...templatesIn(templates)].flatMap((template) => (hasEmptyWhen(template) ? [incomplete] : [])),
  ]
}

const byNothing = (name: string) => `uses the filter ${name} with 0: ${nothingByZero}`

/** Only what is written in the template itself: a field may have any value. */
function dividesByNothing(name: string, [divisor]: readonly unknown[]): boolean {
  if (name !== 'divided_by' && name !== 'modulo') return false
  const isLiteral =
    typeof divisor === 'object' && divisor !== null && 'content' in divisor && !('props' in divisor)
  if (!isLiteral) return false
  const { content } = divisor as { content: unknown }
  return ['number', 'string'].includes(typeof content) && numberOf(content) === 0
}

const incomplete = 'has a value or a comparison that is not complete'

/** A `when` of a `case` that names no value never comes. */
const hasEmptyWhen = (template: Template): boolean =>
  'elseTemplates' in template &&
  'branches' in template &&
  (template.branches as { values?: readonly unknown[] }[]).some(({ values }) => values?.length === 0)

function faultOfCount(name: string, given: number): string | undefined {
  const [least, most] = argumentsOf[name] ?? [0, Number.POSITIVE_INFINITY]
  if (given >= least && given <= most) return undefined
  const needed = least === most ? `${least === 0 ? 'none' : least}` : `${least} to ${most}`
  return `uses the filter ${name} with ${given === 0 ? 'no' : given} ${given === 1 ? 'argument' : 'arguments'}; it takes ${needed}`
}

function* valuesIn(templates: Iterable<Template>): Generator<Filtered> {
  for (const template of templatesIn(templates))
    for (const one of template.arguments?.() ?? []) if ('filters' in one) yield one as Filtered
}

/** Those that tags enclose, too. */
function* templatesIn(templates: Iterable<Template>): Generator<Template> {
  for (const template of templates) {
    yield template
    yield* templatesIn(drained(template.children?.(false, true)))
  }
}

/** What a tag encloses comes by a generator that would wait for files; without files it never waits. */
function drained(children: ReturnType<NonNullable<Template['children']>> | undefined): Template[] {
  for (let step = children?.next(); step; step = children?.next()) if (step.done) return step.value
  return []
}

/** Each operator has what it compares: as a calculator in postfix notation does it, one value is left. */
function isComplete({ postfix }: Expression): boolean {
  let values = 0
  for (const token of postfix) {
    const takes = 'operator' in token ? (token.operator === 'not' ? 1 : 2) : 0
    if (values < takes) return false
    values += 1 - takes
  }
  return values === 1
}

/**
 * A number with a fraction, even if that is .0: `9.0` is another number than `9` to Liquid, since what is divided stays whole
 * only where both are.
 */
class Fraction extends Number {
  equals = (other: unknown) => isNumber(other) && Number(this) === Number(other)
  gt = (other: unknown) => Number(this) > Number(other)
  geq = (other: unknown) => Number(this) >= Number(other)
  lt = (other: unknown) => Number(this) < Number(other)
  leq = (other: unknown) => Number(this) <= Number(other)
  override toString = () => (Number.isInteger(Number(this)) ? `${Number(this)}.0` : String(Number(this)))
}

const isNumber = (value: unknown) => typeof value === 'number' || value instanceof Number

/** Numbers that a template writes with a point keep it: `9.0` is read as 9 otherwise. */
export function keepFractions(templates: Iterable<Template>): void {
  for (const { initial, filters } of valuesIn(templates)) {
    const tokens = [...initial.postfix, ...filters.flatMap(({ args }) => args.flatMap(tokensOf))]
    for (const token of tokens) {
      const number = token as { content?: unknown; getText?: () => string }
      if (typeof number.content === 'number' && number.getText?.().includes('.'))
        number.content = new Fraction(number.content)
    }
  }
}

/** An argument, or one with a name. */
const tokensOf = (argument: unknown): unknown[] => (Array.isArray(argument) ? [argument[1]] : [argument])

/** Liquid reckons with decimals, and takes what is no number as 0 or by the digits that it begins with. */
export const arithmetic: Readonly<Record<string, FilterImplOptions>> = {
  plus: reckoned((value, other) => decimal(value + other)),
  minus: reckoned((value, other) => decimal(value - other)),
  times: reckoned((value, other) => decimal(value * other)),
  modulo: reckoned((value, other) => {
    const under = divisorOf(other)
    return decimal(((value % under) + under) % under)
  }),
  divided_by: reckoned((value, other, isFraction) => {
    const quotient = value / divisorOf(other)
    return isFraction ? decimal(quotient, 16) : Math.floor(quotient)
  }),
}

/** Of whole numbers the result is whole, as Liquid has it; one with a fraction gives a fraction. */
function reckoned(reckon: (value: number, other: number, isFraction: boolean) => number): FilterImplOptions {
  return (one: unknown, other: unknown) => {
    const isFraction = [one, other].some(hasFraction)
    const result = reckon(numberOf(one), numberOf(other), isFraction)
    return isFraction ? new Fraction(result) : result
  }
}

/** A text is a fraction if it is a number as a whole: `9.0 days` counts by its whole digits. */
function hasFraction(value: unknown): boolean {
  if (value instanceof Fraction) return true
  if (typeof value === 'number') return !Number.isInteger(value)
  return typeof value === 'string' && /^\s*[+-]?\d+\.\d+\s*$/.test(value)
}

function numberOf(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : Number.parseInt(String(value), 10) || 0
}

const nothingByZero = 'nothing can be divided by 0'

function divisorOf(number: number): number {
  if (number === 0) throw new Error(nothingByZero)
  return number
}

/** Without what binary fractions add behind the digits that count. */
const decimal = (number: number, digits = 15): number => Number(number.toPrecision(digits))
