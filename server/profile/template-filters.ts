import type { Expression, FilterImplOptions, Template } from 'liquidjs'

type FilterImpl = ThisParameterType<Extract<FilterImplOptions, (...given: never) => unknown>>

type Filtered = { filters: readonly { name: string; args: readonly unknown[] }[]; initial: Expression }

/** How many arguments a filter takes at least and at most, by the reference of Liquid; arrays have filters of their own. */
const argumentsOf: Readonly<Record<string, readonly [least: number, most: number]>> = {
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
}

/** What is missing in the filters and comparisons of a template, which would come to nothing without a word. */
export function faultsOfFilters(templates: Iterable<Template>): string[] {
  return [...valuesIn(templates)].flatMap(({ filters, initial }) => [
    ...filters.flatMap(({ name, args }) => faultOfCount(name, args.length) ?? []),
    ...(isComplete(initial) ? [] : ['has a value or a comparison that is not complete']),
  ])
}

function faultOfCount(name: string, given: number): string | undefined {
  const [least, most] = argumentsOf[name] ?? [0, Number.POSITIVE_INFINITY]
  if (given >= least && given <= most) return undefined
  const needed = least === most ? `${least === 0 ? 'none' : least}` : `${least} to ${most}`
  return `uses the filter ${name} with ${given === 0 ? 'no' : given} ${given === 1 ? 'argument' : 'arguments'}; it takes ${needed}`
}

function* valuesIn(templates: Iterable<Template>): Generator<Filtered> {
  for (const template of templates) {
    for (const one of template.arguments?.() ?? []) if ('filters' in one) yield one as Filtered
    yield* valuesIn(drained(template.children?.(false, true)))
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
