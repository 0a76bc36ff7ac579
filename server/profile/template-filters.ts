import type { Expression, FilterImplOptions, Template } from 'liquidjs'

type FilterImpl = ThisParameterType<Extract<FilterImplOptions, (...given: never) => unknown>>

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
      ...filters.flatMap(({ name, args }) => faultOfCount(name, args.length) ?? []),
      ...(isComplete(initial) ? [] : [incomplete]),
    ]),
    ...[...templatesIn(templates)].flatMap((template) => (hasEmptyWhen(template) ? [incomplete] : [])),
  ]
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

/** Liquid reckons with decimals, and takes what is no number as 0 or by the digits that it begins with. */
export const arithmetic: Readonly<Record<string, FilterImplOptions>> = {
  plus: (value: unknown, other: unknown) => decimal(numberOf(value) + numberOf(other)),
  minus: (value: unknown, other: unknown) => decimal(numberOf(value) - numberOf(other)),
  times: (value: unknown, other: unknown) => decimal(numberOf(value) * numberOf(other)),
  modulo: (value: unknown, other: unknown) => {
    const under = divisorOf(other)
    return decimal(((numberOf(value) % under) + under) % under)
  },
  divided_by: dividedBy,
}

/** Of whole numbers the quotient is whole, as Liquid has it; `2.0` asks for a fraction. */
function dividedBy(this: FilterImpl, dividend: unknown, divisor: unknown) {
  const [over, under] = [numberOf(dividend), divisorOf(divisor)]
  const [written] = this.token.args
  const isFraction = [String(dividend), String(divisor), textOf(written)].some((text) => text.includes('.'))
  return isFraction ? over / under : Math.floor(over / under)
}

function numberOf(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : Number.parseInt(String(value), 10) || 0
}

function divisorOf(value: unknown): number {
  const number = numberOf(value)
  if (number === 0) throw new Error('nothing can be divided by 0')
  return number
}

/** Without what binary fractions add behind the digits that count. */
const decimal = (number: number): number => Number(number.toPrecision(15))

function textOf(argument: unknown): string {
  const isWritten = typeof argument === 'object' && argument !== null && 'getText' in argument
  return isWritten ? String((argument as { getText(): string }).getText()) : ''
}
