import * as rules from '../generated/rules.js'
import type {
  Block,
  BoilerplateReference,
  NewOperations,
  Operation,
  OperationsApplied,
  TextChange,
  WorkProductContent,
} from '../generated/types.ts'
import { refusal } from './engine.ts'
import { issuesOf } from './issues.ts'
import type { World } from './world.ts'

type Text = { title: string; content: WorkProductContent }
type Version = { version: number; title: string; contentSha256: string; content: WorkProductContent }
type Change = TextChange & { version: number }
type Draft = { version: number; revision: number; text: Text; pending: Change[] }

type Sections = Pick<WorkProductContent, 'issues'>

export function refuseNewSections(
  world: World,
  caseId: string,
  { before, after }: { before: Sections; after: Sections },
) {
  const { issues, past } = issuesOf(world, caseId)
  rules.refuseUnknownIssues(new Set([...issues, ...past].map(({ id }) => id)), before, after)
}

/** What is typed between the versions of a draft. */
export function openDrafts(
  world: World,
  {
    latestOf,
    resolved,
    checked,
  }: {
    latestOf: (caseId: string, workProductId: string) => Version
    /** With whole anchors for citations that were given as a page alone. */
    resolved: <Value>(caseId: string, value: unknown) => Value
    /** Refuses boilerplate whose values its fields do not take. */
    checked: (caseId: string, given: readonly BoilerplateReference[], before: WorkProductContent) => void
  },
) {
  const changesOf = new Map<string, Change[]>()
  const texts = new Map<string, Text[]>()

  function draftOf(caseId: string, workProductId: string): Draft {
    const { version, title, content } = latestOf(caseId, workProductId)
    const changes = changesOf.get(workProductId) ?? []
    const pending = changes.filter((change) => change.version === version)
    const operations = pending.flatMap((change) => change.operations)
    const text = rules.applyOperations({ title, content }, operations)
    const known = texts.get(workProductId) ?? []
    texts.set(workProductId, known)
    known[changes.length] ??= text
    return { version, revision: changes.length, text, pending }
  }

  function append(
    caseId: string,
    workProductId: string,
    operations: readonly Operation[],
    proposal?: TextChange['proposal'],
  ) {
    const { version, revision } = draftOf(caseId, workProductId)
    const at = world.clock().toISOString()
    const whose = proposal ? { proposal } : {}
    const change = { revision: revision + 1, version, by: world.me.actor, at, ...whose }
    const changes = changesOf.get(workProductId) ?? []
    changesOf.set(workProductId, [...changes, { ...change, operations: [...operations] }])
    draftOf(caseId, workProductId)
  }

  function textAt(caseId: string, workProductId: string, base: number): Text {
    const { revision } = draftOf(caseId, workProductId)
    const text = texts.get(workProductId)?.[base]
    if (text && base <= revision) return text
    throw refusal(
      'conflict',
      `base must be a revision that the text had: ${base} is none of it. It is at ${revision}: read it again.`,
    )
  }

  const withOwnIds = (block: Block, before?: Block) => {
    const alone = { opening: [block], issues: [], closing: [] }
    const earlier = before && { opening: [before], issues: [], closing: [] }
    return rules.withIds(alone, { before: earlier, makeId: () => world.newId('blk') }).opening[0] as Block
  }

  function named(caseId: string, given: NewOperations['operations'], base: Text): Operation[] {
    const blocks = ['opening', 'closing'] as const
    const operations = given.map((operation) => {
      const made = resolved<Operation>(caseId, operation)
      if (made.type === 'insertAfter') return { ...made, block: withOwnIds(made.block) }
      if (made.type !== 'replace') return made
      const all = [
        ...blocks.map((part) => base.content[part]),
        ...base.content.issues.map((one) => one.content),
      ]
      const before = all.flat().find(({ id }) => id === made.blockId)
      return { ...made, block: withOwnIds({ ...made.block, id: made.blockId }, before) }
    })
    const references = operations.flatMap((operation) =>
      'block' in operation && operation.block.type === 'boilerplate' ? [operation.block] : [],
    )
    checked(caseId, references, base.content)
    return operations
  }

  return {
    draftOf,
    append,
    named,
    textAt,

    /** What was saved as a whole is a change as any other. */
    appendWhole(caseId: string, workProductId: string, text: Text) {
      const operations = rules.operationsBetween(draftOf(caseId, workProductId).text, text)
      if (operations.length > 0) append(caseId, workProductId, operations)
    },

    change(
      caseId: string,
      workProductId: string,
      { base, operations: given, dispositions = [] }: NewOperations,
    ): OperationsApplied {
      const { version, revision, text: now } = draftOf(caseId, workProductId)
      const text = textAt(caseId, workProductId, base)
      const operations = named(caseId, given, text)
      const made = rules.rebase({ base: text, now }, operations)
      const { applied, conflicts } = made
      const title = made.title ? { title: made.title } : {}
      refuseNewSections(world, caseId, { before: now.content, after: made.text.content })
      if (dispositions.length > 0 && (conflicts.length > 0 || made.title))
        return { revision, version, applied: [], ids: {}, conflicts, ...title }
      if (dispositions.length > 0)
        world.change(rules.issues, { type: 'decideIssues', caseId, decisions: dispositions })
      if (made.operations.length > 0) append(caseId, workProductId, made.operations)
      const ids = given.flatMap((operation, index) => {
        const one = operations[index]
        const isGiven = operation.type === 'insertAfter' && operation.block.id === undefined
        return isGiven && one?.type === 'insertAfter' ? [[String(index), one.block.id]] : []
      })
      return {
        revision: draftOf(caseId, workProductId).revision,
        version,
        applied,
        ids: Object.fromEntries(ids),
        conflicts,
        ...title,
      }
    },

    changes(
      caseId: string,
      workProductId: string,
      { after, limit = 200 }: { after: number; limit?: number | undefined },
    ) {
      const { revision, version } = draftOf(caseId, workProductId)
      const changes = (changesOf.get(workProductId) ?? [])
        .filter((change) => change.revision > after)
        .slice(0, limit)
        .map(({ version: _, ...change }) => change)
      return { revision, version, changes }
    },
  }
}
