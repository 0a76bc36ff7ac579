import { parseAst } from 'rolldown/parseAst'

type Node = { type: string; start: number; [field: string]: unknown }

export type Fault = { line: number; why: string; text: string }

const operators = new Set(['+', '-', '*', '/', '%', '**', '+=', '-=', '*=', '/=', '%='])
const units = '(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)'
const ofParts = new RegExp(`^(get|set)(UTC)?${units}$|^setTime$|^getTimezoneOffset$|^getYear$`)
const cutting = new Set(['slice', 'substring', 'substr', 'split', 'replace', 'replaceAll', 'match', 'at'])
const dayMs = 86_400_000
/** Most files have nothing to do with time, and need not be parsed. */
const mayReckon =
  /\bDate\b|getTime|toISOString|UTC|[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Time)|epochMilliseconds|86_?400|3_?600|24 \*|\* 24/

/** Where a file reckons with dates itself, which is for the modules about time to do. */
export function dateArithmeticIn(source: string, name = 'file.ts'): Fault[] {
  if (!mayReckon.test(source)) return []
  const program = parseAst(source, { lang: name.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  const times = namesOfTimes(program)
  const found = new Map<number, string>()
  walk(program, (node) => {
    const why = faultOf(node, times)
    if (why !== undefined && !found.has(lineOf(source, node.start)))
      found.set(lineOf(source, node.start), why)
  })
  const lines = source.split('\n')
  return [...found]
    .map(([line, why]) => ({ line, why, text: (lines[line - 1] ?? '').trim() }))
    .toSorted((one, other) => one.line - other.line)
}

function faultOf(node: Node, times: ReadonlySet<string>): string | undefined {
  const { type } = node
  if (type === 'BinaryExpression' || type === 'AssignmentExpression') {
    const sides = [node.left, node.right] as Node[]
    if (!operators.has(node.operator as string)) return
    if (isWholeDays(productOf(node))) return 'a number of days in milliseconds'
    if (sides.some(isText)) return
    if (sides.some((side) => isTime(side, times))) return 'reckons with a moment'
  }
  if (type === 'UpdateExpression' && isTime(node.argument as Node, times)) return 'reckons with a moment'
  if (type === 'UnaryExpression' && node.operator === '+' && isNew(node.argument as Node, 'Date'))
    return 'a moment as a number'
  if (type === 'Literal' && isWholeDays(productOf(node))) return 'a number of days in milliseconds'
  if (isNew(node, 'Date')) return faultOfMaking(node.arguments as Node[])
  if (type !== 'CallExpression') return
  const callee = unwrapped(node.callee as Node)
  if (callee.type !== 'MemberExpression') return
  const called = nameOf(callee.property)
  if (called === 'UTC' && nameOf(callee.object) === 'Date') return 'a moment made of its parts'
  if (ofParts.test(called)) return 'reads or sets a part of a date'
  if (cutting.has(called) && isCallOf(callee.object as Node, 'toISOString'))
    return 'cuts the text of a moment'
}

function faultOfMaking([first, ...others]: Node[]): string | undefined {
  if (others.length > 0) return 'a moment made of its parts'
  if (first?.type === 'TemplateLiteral') return 'a moment made of its parts'
  let isReckoned = false
  if (first)
    walk(first, (node) => {
      const isSum = node.type === 'BinaryExpression' && operators.has(node.operator as string)
      const isMath = node.type === 'CallExpression' && nameOf((node.callee as Node).object) === 'Math'
      if (isSum || isMath) isReckoned = true
    })
  return isReckoned ? 'reckons with a moment' : undefined
}

/** The names that a file gives to moments as numbers, and to functions that return one. */
function namesOfTimes(program: Node): Set<string> {
  const names = new Set<string>()
  const note = (pattern: Node, value: Node | undefined) => {
    if (!value) return
    if (pattern.type === 'Identifier' && isTime(value, names)) names.add(nameOf(pattern))
    if (pattern.type !== 'ArrayPattern' || value.type !== 'ArrayExpression') return
    const values = value.elements as (Node | null)[]
    for (const [index, element] of (pattern.elements as (Node | null)[]).entries())
      if (element) note(element, values[index] ?? undefined)
  }
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') note(node.id as Node, (node.init as Node | null) ?? undefined)
  })
  return names
}

/** Whether an expression is a moment as a number of milliseconds. */
function isTime(given: Node, names: ReadonlySet<string>): boolean {
  const node = unwrapped(given)
  if (node.type === 'Identifier') return names.has(nameOf(node))
  if (node.type === 'MemberExpression') return nameOf(node.property) === 'epochMilliseconds'
  if (node.type === 'LogicalExpression')
    return isTime(node.left as Node, names) || isTime(node.right as Node, names)
  if (node.type === 'ConditionalExpression')
    return isTime(node.consequent as Node, names) || isTime(node.alternate as Node, names)
  if (node.type === 'ArrowFunctionExpression') return isTime(node.body as Node, names)
  if (node.type !== 'CallExpression') return false
  const callee = unwrapped(node.callee as Node)
  if (callee.type === 'Identifier') return names.has(nameOf(callee))
  if (callee.type !== 'MemberExpression') return false
  const [object, called] = [nameOf(callee.object), nameOf(callee.property)]
  if (object === 'Math') return (node.arguments as Node[]).some((argument) => isTime(argument, names))
  return called === 'getTime' || (object === 'Date' && ['parse', 'now', 'UTC'].includes(called))
}

const isWholeDays = (value: number | undefined) => !!value && value % dayMs === 0

/** Of numbers that are multiplied as they are written. */
function productOf(given: Node): number | undefined {
  const node = unwrapped(given)
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return
  const [left, right] = [productOf(node.left as Node), productOf(node.right as Node)]
  return left === undefined || right === undefined ? undefined : left * right
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const isNew = (node: Node, name: string) => node.type === 'NewExpression' && nameOf(node.callee) === name

function isCallOf(given: Node, name: string): boolean {
  const node = unwrapped(given)
  return node.type === 'CallExpression' && nameOf(unwrapped(node.callee as Node).property) === name
}

const wrappers = /^(ParenthesizedExpression|ChainExpression|TSNonNullExpression|TSAsExpression)$/

function unwrapped(node: Node): Node {
  return wrappers.test(node.type) ? unwrapped(node.expression as Node) : node
}

const nameOf = (node: unknown) => String((node as { name?: unknown } | undefined)?.name ?? '')

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child])
      if (typeof each?.type === 'string') walk(each as Node, visit)
  }
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length
