import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import type { BoilerplateField, FieldType } from '@portico/contract/profile/boilerplate'
import { entryTaken, referencesIn } from '../core/decision/boilerplate.ts'
import { claimantOf, representativeOf, valuesOf } from '../core/decision/boilerplate-values.ts'
import type { Entry, FieldValue, Held } from '../core/decision/entry.ts'
import {
  type DecisionFacts,
  type DecisionIssue,
  type DecisionWords,
  issueTitle,
} from '../core/decision/facts.ts'
import { nearest } from '../core/kernel/nearest.ts'
import { partyName } from '../core/party/names.ts'
import { dayOf, isCalendarDate } from '../core/time/moments.ts'
import { cel } from './cel.ts'
import { calledBy, childrenOf, faultOfCost, nodesIn, stepsOf } from './condition-cost.ts'

/** What conditions may ask, with its types: the whole of it. */
export const conditionFacts = {
  case: { docketNumber: 'string', type: 'string', receiptDate: 'date' },
  claimant: {
    name: 'string',
    isRepresented: 'bool',
    isOrganization: 'bool',
    hasDied: 'bool',
    representative: 'string',
  },
  issue: {
    number: 'int',
    title: 'string',
    type: 'string',
    benefitType: 'string',
    scope: 'string',
    description: 'string',
    disposition: 'string',
    reasons: 'list<string>',
    instructions: 'int',
    evidence: 'int',
  },
} as const

/** What a condition is written for: the fields of its entry, and whether it stands in the section of an issue. */
export type Scope = { place?: Entry['place'] | undefined; fields?: readonly BoilerplateField[] | undefined }

/** The words of the profile that conditions are compared with. */
export type ConditionWords = Pick<
  DecisionWords,
  'caseTypes' | 'issueTypes' | 'benefitTypes' | 'dispositions' | 'reasonGroups'
>

const limits = {
  maxAstNodes: 300,
  maxDepth: 30,
  maxListElements: 100,
  maxMapEntries: 1,
  maxCallArguments: 4,
}

const timestamp = 'google.protobuf.Timestamp'
const celType = (type: string) => (type === 'date' ? timestamp : type)

/** A map, since a field may be called `constructor` or `toString`, which every object has. */
class Members extends Map<string, unknown> {
  constructor(members: object) {
    super(Object.entries(members))
  }
}
class Case extends Members {}
class Claimant extends Members {}
class Issue extends Members {}

const bases = new Map<boolean, Environment>()

/** Declares everything that a condition may name: whatever else it names is refused. */
function baseEnvironment(knowsIssue: boolean): Environment {
  let base = bases.get(knowsIssue)
  if (!base) {
    const typed = (facts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(facts).map(([name, type]) => [name, celType(type)]))
    base = new (cel().Environment)({ limits, unlistedVariablesAreDyn: false, enableOptionalTypes: false })
      .registerType('Case', { ctor: Case, fields: typed(conditionFacts.case) })
      .registerType('Claimant', { ctor: Claimant, fields: typed(conditionFacts.claimant) })
      .registerType('Issue', { ctor: Issue, fields: typed(conditionFacts.issue) })
      .registerVariable('case', 'Case')
      .registerVariable('claimant', 'Claimant')
      .registerVariable('issues', 'list<Issue>')
      .registerVariable('today', timestamp)
      .registerFunction(`date(string): ${timestamp}`, (day: string) => moment(day))
    if (knowsIssue) base.registerVariable('issue', 'Issue')
    bases.set(knowsIssue, base)
  }
  return base
}

/** Read once for each entry: its fields have the types that it declares. */
type Reader = { environment: Environment; Fields: new (members: object) => object }
const readers = new WeakMap<object, Reader>()

function readerFor(scope: Scope): Reader {
  let reader = readers.get(scope)
  if (!reader) {
    const fields = Object.fromEntries(
      (scope.fields ?? []).map((field) => [field.name, celType(typeOfField(field))]),
    )
    class Fields extends Members {}
    const environment = baseEnvironment(knowsIssue(scope))
      .clone()
      .registerType('Fields', { ctor: Fields, fields })
      .registerVariable('fields', 'Fields')
    reader = { environment, Fields }
    readers.set(scope, reader)
  }
  return reader
}

const knowsIssue = ({ place }: Scope) => place === undefined || place === 'issue'

const fieldTypesInCel: Record<FieldType, string> = {
  text: 'string',
  number: 'int',
  date: 'date',
  money: 'double',
  choice: 'string',
  person: 'string',
  yesNo: 'bool',
}

const typeOfField = ({ type, decimals = 0 }: BoilerplateField) =>
  type === 'number' && decimals > 0 ? 'double' : fieldTypesInCel[type]

/** What is wrong with a condition, to follow its place; undefined if nothing is. */
export function faultOfCondition(condition: string, scope: Scope, words: ConditionWords): string | undefined {
  const { environment } = readerFor(scope)
  let ast: ASTNode
  try {
    ast = environment.parse(condition).ast
  } catch (error) {
    return `cannot be read${whereOf(error)}: ${summaryOf(error)}.`
  }
  const costs = faultOfCost(ast)
  if (costs !== undefined) return costs
  const unknown = unknownMember(ast, scope)
  if (unknown !== undefined) return unknown
  const checked = environment.check(condition)
  if (!checked.valid)
    return `is not right${whereOf(checked.error)}: ${summaryOf(checked.error)}.${issueHint(ast, scope)}`
  if (checked.type !== 'bool') return `must be true or false: it is of the type ${checked.type}.`
  return unknownWord(ast, scope, words)
}

/** How many steps conditions that are right may take together. */
export function stepsOfConditions(conditions: readonly string[], scope: Scope): number {
  const { environment } = readerFor(scope)
  return conditions.reduce((total, condition) => total + stepsOf(environment.parse(condition).ast), 0)
}

type Located = { summary?: string; message?: string; range?: { start: number } }

const whereOf = (error: unknown) => {
  const { range } = error as Located
  return range ? ` at character ${range.start + 1}` : ''
}
const summaryOf = (error: unknown) => {
  const { summary, message = 'it is no condition' } = error as Located
  return (summary ?? message.split('\n')[0] ?? '').replace(/[.\s]+$/, '').slice(0, 300)
}

function issueHint(ast: ASTNode, scope: Scope): string {
  const names = nodesIn(ast).some((node) => node.op === 'id' && node.args === 'issue')
  return names && !knowsIssue(scope)
    ? ' Only an entry whose place is issue knows its issue; others have the list issues.'
    : ''
}

/** What CEL does not mind: `has` of a member that does not exist is false for ever, and so is what is compared with no date. */
function unknownMember(ast: ASTNode, { fields = [] }: Scope): string | undefined {
  const known: Record<string, readonly string[]> = {
    case: Object.keys(conditionFacts.case),
    claimant: Object.keys(conditionFacts.claimant),
    issue: Object.keys(conditionFacts.issue),
    fields: fields.map(({ name }) => name),
  }
  for (const node of nodesIn(ast)) {
    if (node.op === '[]' && (node.args[0] as ASTNode).op === 'id')
      return 'must name members with a point, such as fields.name.'
    const [day] = calledBy(node) === 'date' ? childrenOf(node).slice(-1) : []
    if (day && (day.op !== 'value' || !isCalendarDate(String(day.args))))
      return 'must give date a day that exists, such as date("2026-03-02").'
    if (node.op !== '.') continue
    const [owner, member] = node.args
    if (owner.op !== 'id') continue
    // The variable of a macro: of what lists hold, only issues have members.
    const names = (Object.hasOwn(known, owner.args) ? known[owner.args] : known.issue) ?? []
    if (names.includes(member)) continue
    const meant = nearest(member, names)
    return `names ${String(owner.args)}.${member}, which does not exist${meant ? `; did you mean ${meant}?` : '.'}`
  }
  return undefined
}

/** A word that the profile does not have is never equal to anything. */
function unknownWord(ast: ASTNode, { fields = [] }: Scope, words: ConditionWords): string | undefined {
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const known: Record<string, readonly string[]> = {
    'issue.type': namesOf(words.issueTypes),
    'issue.benefitType': namesOf(words.benefitTypes),
    'issue.disposition': namesOf(words.dispositions),
    'issue.reasons': words.reasonGroups.flatMap(({ reasons }) => namesOf(reasons)),
    'case.type': namesOf(words.caseTypes),
    ...Object.fromEntries(
      fields.flatMap(({ name, type, choices = [] }) =>
        type === 'choice' ? [[`fields.${name}`, namesOf(choices)]] : [],
      ),
    ),
  }
  for (const node of nodesIn(ast)) {
    const [left, right] = childrenOf(node)
    if (!left || !right || !['==', '!=', 'in'].includes(node.op)) continue
    for (const [path, other] of [
      [pathOf(left), right],
      [pathOf(right), left],
    ] as const) {
      const names = path === undefined || !Object.hasOwn(known, path) ? undefined : known[path]
      const wrong = names && literalsIn(other).find((word) => word !== '' && !names.includes(word))
      if (!names || wrong === undefined) continue
      const meant = nearest(wrong, names)
      const hint = meant ? `; did you mean ${meant}?` : '.'
      const why = path?.startsWith('fields.') ? 'is none of its choices' : 'the profile does not have'
      return `compares ${path} with '${wrong.slice(0, 100)}', which ${why}${hint}`
    }
  }
  return undefined
}

/** A variable of a macro stands for one of `issues`. */
function pathOf(node: ASTNode): string | undefined {
  if (node.op !== '.') return undefined
  const [owner, member] = node.args
  if (owner.op !== 'id') return undefined
  const isRoot = ['case', 'claimant', 'fields'].includes(owner.args)
  return `${isRoot ? owner.args : 'issue'}.${member}`
}

function literalsIn(node: ASTNode): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : []
  return node.op === 'list' ? childrenOf(node).flatMap(literalsIn) : []
}

/** Facts as conditions read them. */
type ConditionContext = Record<string, unknown>

export function contextOf(
  facts: DecisionFacts,
  {
    issueId,
    scope,
    values,
  }: { issueId: string | undefined; scope: Scope; values: Record<string, FieldValue> },
): ConditionContext {
  const { Fields } = readerFor(scope)
  const known = recordsOf(facts)
  const index = facts.issues.findIndex(({ id }) => id === issueId)
  return {
    ...known,
    ...(index < 0 ? {} : { issue: known.issues[index] }),
    fields: new Fields(fieldMembers(scope.fields ?? [], values, facts)),
  }
}

type Records = { case: Case; claimant: Claimant; issues: Issue[]; today: Date }
const records = new WeakMap<DecisionFacts, Records>()

/** Of a case, whichever entry asks. */
function recordsOf(facts: DecisionFacts): Records {
  const known = records.get(facts)
  if (known) return known
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  const { docketNumber, caseType, receiptDate } = facts.case
  const made = {
    case: new Case({ docketNumber, type: caseType, receiptDate: moment(receiptDate) }),
    claimant: new Claimant({
      name: claimant ? partyName(claimant) : '',
      isRepresented: claimant?.representation?.isInForce ?? false,
      isOrganization: claimant !== undefined && !claimant.person,
      hasDied: (claimant?.person?.deathDate ?? claimant?.directory?.person?.deathDate) !== undefined,
      representative: representative ? partyName(representative) : '',
    }),
    issues: facts.issues.map((issue, index) => issueRecord(facts, issue, index)),
    today: moment(dayOf(new Date(facts.signature.at))),
  }
  records.set(facts, made)
  return made
}

function issueRecord({ words }: DecisionFacts, issue: DecisionIssue, index: number): Issue {
  const { decision } = issue
  return new Issue({
    number: BigInt(index + 1),
    title: issueTitle(words, issue),
    type: issue.issueType,
    benefitType: issue.benefitType ?? '',
    scope: issue.scope ?? '',
    description: issue.description ?? '',
    disposition: decision?.disposition ?? '',
    reasons: (decision?.reasons ?? []).map(({ reason }) => reason),
    instructions: BigInt(decision?.instructions?.length ?? 0),
    evidence: BigInt(issue.evidence.length),
  })
}

function fieldMembers(
  fields: readonly BoilerplateField[],
  values: Record<string, FieldValue>,
  { parties }: DecisionFacts,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!Object.hasOwn(values, field.name)) return []
      const value = memberOf(field, values[field.name] as FieldValue, parties)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function memberOf(field: BoilerplateField, value: FieldValue, parties: DecisionFacts['parties']): unknown {
  switch (typeOfField(field)) {
    case 'int':
      return Number.isSafeInteger(value) ? BigInt(value as number) : undefined
    case 'double':
      return Number.isFinite(Number(value)) ? Number(value) : undefined
    case 'date':
      return isCalendarDate(String(value)) ? moment(String(value)) : undefined
    case 'bool':
      return typeof value === 'boolean' ? value : undefined
    default: {
      if (field.type !== 'person') return String(value)
      const party = parties.find(({ id }) => id === value)
      return party && partyName(party)
    }
  }
}

/** The day, as the moment at which it begins. */
const moment = (day: string) => new Date(day)

/** Whether a condition holds. What cannot be told does not hold, and says why. */
export function evaluateCondition(condition: string, scope: Scope, context: ConditionContext): Held {
  const { environment } = readerFor(scope)
  try {
    const told: unknown = compiled(environment, condition)(context)
    return typeof told === 'boolean' ? { holds: told } : { holds: false, fault: 'is neither true nor false' }
  } catch (error) {
    return { holds: false, fault: `cannot be told: ${reasonOf(error)}` }
  }
}

const programs = new WeakMap<Environment, Map<string, (context: ConditionContext) => unknown>>()

function compiled(environment: Environment, condition: string): (context: ConditionContext) => unknown {
  const known = programs.get(environment) ?? new Map()
  programs.set(environment, known)
  let program = known.get(condition)
  if (!program) {
    program = environment.parse(condition)
    known.set(condition, program)
  }
  return program
}

function reasonOf(error: unknown): string {
  const summary = summaryOf(error)
  const [, member] = /^No such key: (.*)$/.exec(summary) ?? []
  if (member !== undefined) return `fields.${member} has no value; has(fields.${member}) asks for that`
  const [, variable] = /^Unknown variable: (.*)$/.exec(summary) ?? []
  return variable === 'issue' ? 'it asks for the issue, and stands in the section of none' : summary
}

/** Which conditions hold, block by block; empty where there is none. */
export function heldOf(
  facts: DecisionFacts,
  entry: Entry,
  { issueId, values }: { issueId: string | undefined; values: Record<string, FieldValue> },
): Held[] {
  const { blocks = [] } = entry
  if (!blocks.some(({ when }) => when !== undefined)) return []
  const context = contextOf(facts, { issueId, scope: entry, values })
  return blocks.map(({ when }) =>
    when === undefined ? { holds: true } : evaluateCondition(when, entry, context),
  )
}

/** Which conditions of the boilerplate of a text hold, by the IDs of its blocks. */
export function heldIn(facts: DecisionFacts): Map<string, readonly Held[]> {
  const held = new Map<string, readonly Held[]>()
  for (const { reference, issueId } of referencesIn(facts.content)) {
    const { entry } = entryTaken(facts, reference)
    if (!entry?.blocks || reference.edited) continue
    const values = valuesOf(entry, reference.values, facts, issueId)
    held.set(reference.id, heldOf(facts, entry, { issueId, values }))
  }
  return held
}

const offerScopes = new WeakMap<object, Scope>()

/** What decides whether an entry is offered is asked before its fields have values. */
export function offerScope(entry: Pick<Entry, 'place'>): Scope {
  let scope = offerScopes.get(entry)
  if (!scope) {
    scope = { place: entry.place }
    offerScopes.set(entry, scope)
  }
  return scope
}
