import type { ASTNode } from '@marcbachmann/cel-js'

/** What a condition may call. No patterns, which can take for ever, nothing that makes lists longer, no `dyn`. */
const allowed: ReadonlySet<string> = new Set([
  ...['has', 'size', 'date', 'duration', 'int', 'double', 'string'],
  ...['exists', 'exists_one', 'all', 'filter'],
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii'],
  ...['getFullYear', 'getMonth', 'getDayOfMonth', 'getDayOfWeek'],
])
const overLists: ReadonlySet<string> = new Set(['exists', 'exists_one', 'all', 'filter'])

/** How many steps a condition may take at the most. */
const mostSteps = 500_000
/** A case has at most so many issues, and a decision on one so many reasons. */
const mostIssues = 500
const mostReasons = 50
const unknownLength = 1_000_000

/** Why a condition is not for a profile although CEL allows it; undefined if it is. */
export function faultOfCost(ast: ASTNode): string | undefined {
  const refused = nodesIn(ast).flatMap((node) => calledBy(node) ?? [])
  const other = refused.find((name) => !allowed.has(name))
  if (other !== undefined)
    return `calls ${other.slice(0, 100)}, which a condition cannot: it can call ${[...allowed].join(', ')}.`
  if (stepsOf(ast) > mostSteps)
    return `goes through long lists or texts and may take more than ${mostSteps} steps: make it simpler.`
  return undefined
}

export function calledBy(node: ASTNode): string | undefined {
  return node.op === 'call' || node.op === 'rcall' ? (node.args[0] as string) : undefined
}

export function childrenOf(node: ASTNode): ASTNode[] {
  const { args } = node
  return Array.isArray(args) ? (args as unknown[]).flat(2).filter(isNode) : isNode(args) ? [args] : []
}

export function nodesIn(node: ASTNode): ASTNode[] {
  return [node, ...childrenOf(node).flatMap(nodesIn)]
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

/** What each variable of a macro stands for has at most so many characters. */
type Characters = ReadonlyMap<string, number>

/** Functions that read a whole text, which may be long. */
const overTexts: ReadonlySet<string> = new Set([
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii'],
  ...['size', 'int', 'double', 'string'],
])

/** How many steps a condition may take at the most, by the lengths that lists and texts can have. */
export function stepsOf(node: ASTNode, known: Characters = new Map()): number {
  const inside = childrenOf(node)
  const steps = (nodes: readonly ASTNode[], of = known) => sum(nodes.map((node) => stepsOf(node, of)))
  if (node.op === '+') return 1 + Math.ceil(charactersOf(node, known) / joinedInAStep) + steps(summands(node))
  const called = calledBy(node)
  const [first, second] = inside
  if (called === undefined || !first) return 1 + steps(inside)
  if (overLists.has(called)) {
    const [, variable, ...body] = inside
    const items = new Map(known)
    if (variable?.op === 'id') items.set(variable.args, charactersOfItems(first, known))
    return 1 + stepsOf(first, known) + lengthOf(first) * steps(body, items)
  }
  if (!overTexts.has(called)) return 1 + steps(inside)
  const text = charactersOf(first, known)
  const sought = called === 'contains' && second ? charactersOf(second, known) : 0
  const searching = sought > soughtAtOnce ? Math.ceil((text * sought) / comparedInAStep) : 0
  return 1 + Math.ceil(text / readInAStep) + searching + steps(inside)
}

/** Measured; a text that is longer than what is sought at once is compared at each of its places. */
const readInAStep = 50
const joinedInAStep = 300
const comparedInAStep = 150
const soughtAtOnce = 200

/** What a chain of `+` joins: it is joined once. */
const summands = (node: ASTNode): ASTNode[] => (node.op === '+' ? childrenOf(node).flatMap(summands) : [node])

/** An issue has no longer text. */
const mostCharacters = 10_000
const mostOfField = 5000
const mostOfName = 100
const names: ReadonlySet<string> = new Set(['type', 'benefitType', 'disposition', 'docketNumber'])

/** How long a text can be. */
function charactersOf(node: ASTNode, known: Characters): number {
  const inside = childrenOf(node)
  const each = (nodes: readonly ASTNode[]) => nodes.map((node) => charactersOf(node, known))
  switch (node.op) {
    case 'value':
      return typeof node.args === 'string' ? node.args.length : 0
    case 'id':
      return known.get(node.args) ?? mostCharacters
    case '.': {
      const [owner, member] = node.args
      if (owner.op === 'id' && owner.args === 'fields') return mostOfField
      return names.has(member) ? mostOfName : mostCharacters
    }
    case '+':
      return sum(each(inside))
    case '?:':
      return Math.max(...each(inside.slice(1)))
    case 'call':
    case 'rcall':
      return Math.max(mostOfName, ...each(inside.slice(0, 1)))
    default:
      return mostCharacters
  }
}

function charactersOfItems(node: ASTNode, known: Characters): number {
  const inside = childrenOf(node)
  switch (node.op) {
    case 'list':
      return Math.max(0, ...inside.map((one) => charactersOf(one, known)))
    case '.':
      return mostOfName
    case '+':
    case '?:':
    case 'rcall':
      return Math.max(...inside.filter(isList).map((one) => charactersOfItems(one, known)))
    default:
      return mostCharacters
  }
}

const isList = ({ op }: ASTNode) => ['list', '.', '+', '?:', 'rcall', 'id'].includes(op)

/** How long a list can be. */
function lengthOf(node: ASTNode): number {
  switch (node.op) {
    case 'list':
      return node.args.length
    case 'id':
      return node.args === 'issues' ? mostIssues : unknownLength
    case '.':
      return node.args[1] === 'reasons' ? mostReasons : unknownLength
    case '+':
      return sum(childrenOf(node).map(lengthOf))
    case '?:':
      return Math.max(...childrenOf(node).slice(1).map(lengthOf))
    case 'rcall':
      return node.args[0] === 'filter' ? lengthOf(node.args[1]) : unknownLength
    default:
      return unknownLength
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
