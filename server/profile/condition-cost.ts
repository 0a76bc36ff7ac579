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
    return `goes through lists within lists and may take more than ${mostSteps} steps: make it simpler.`
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

/** Functions that read a whole text, which may be long. */
const overTexts: ReadonlySet<string> = new Set(['contains', 'lowerAscii', 'startsWith', 'endsWith'])
const stepsOfText = 200

function stepsOf(node: ASTNode): number {
  const inside = childrenOf(node)
  if (node.op === 'rcall' && overTexts.has(node.args[0])) return stepsOfText + sum(inside.map(stepsOf))
  if (node.op !== 'rcall' || !overLists.has(node.args[0])) return 1 + sum(inside.map(stepsOf))
  const [list, ...body] = inside
  if (!list) return 1
  return 1 + stepsOf(list) + lengthOf(list) * sum(body.map(stepsOf))
}

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
