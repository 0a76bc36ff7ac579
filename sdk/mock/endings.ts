import { PorticoError } from '../errors.ts'
import * as rules from '../generated/rules.js'
import type { Ending } from '../generated/types.ts'
import { stateOf } from './cases.ts'
import { type Logged, refusal } from './engine.ts'
import { issuesOf } from './issues.ts'
import { recordsOf } from './work.ts'
import type { Handlers, World } from './world.ts'

type Given = Record<string, unknown> & { caseId: string; body?: { ends?: string } & Record<string, unknown> }
type Handler = (given: Given, options: object) => unknown
type Namer = (given: object) => rules.Named

/** The handlers, of which those that may end something end only what their caller has seen; and what was ended in error. */
export function withEndings(world: World, handlers: Handlers): Handlers {
  const all = handlers as Record<string, Handler | undefined>
  const namers = rules.namedBy as Record<string, Namer>

  function endingOf(caseId: string, made: readonly Logged[], named: rules.Named): Ending {
    const tasks = recordsOf(world.eventsOf(caseId), caseId)
    const standing = { tasks, ...issuesOf(world, caseId), sessions: [], letters: [], holds: [] }
    return rules.endingOf(rules.endedBy(made, named.ids), standing, { profile: world.profile, named })
  }

  const gated = Object.entries(namers).flatMap(([name, namedBy]): [string, Handler][] => {
    const handler = all[name]
    if (!handler) return []
    return [
      [
        name,
        ({ body: { ends, ...body } = {}, ...given }, options) =>
          world.confirming(
            (made) => rules.refuseUnseen(endingOf(given.caseId, made, namedBy({ ...given, ...body })), ends),
            () => handler({ ...given, body }, options),
          ),
      ],
    ]
  })

  return {
    ...handlers,
    ...Object.fromEntries(gated),

    previewEnding({ caseId, body }) {
      world.opening(caseId)
      const [name, given] = Object.entries(body as Record<string, object>)[0] ?? []
      if (!name) throw refusal('invalid', 'The body must name one command.')
      const handler = all[name]
      if (!handler)
        throw new PorticoError({
          code: 'methodNotAllowed',
          message: `The mock client does not support ${name}.`,
        })
      const named = namers[name]?.({ ...given }) ?? {}
      let ending: Ending | undefined
      try {
        world.confirming(
          (made) => {
            ending = endingOf(caseId, made, named)
            throw new Previewed()
          },
          () => handler({ caseId, ...given, body: { why: '-', ...given } }, {}),
        )
      } catch (error) {
        if (!(error instanceof Previewed)) throw error
      }
      return ending as Ending
    },

    reopenCase({ caseId, body: { why } }) {
      world.opening(caseId)
      world.change(rules.work, { type: 'reopenCase', caseId, why, stood: stoodBefore(world, caseId) })
      return stateOf(world, caseId)
    },
  }
}

class Previewed extends Error {}

/** Where the case stood before the command that closed it. */
function stoodBefore(world: World, caseId: string) {
  const events = world.eventsOf(caseId)
  const closed = events.findLast(({ type }) => type === 'case.closed')
  if (!closed) throw refusal('stateForbids', 'The case is open: only a closed case is reopened.')
  const first = events.find(({ correlationId }) => correlationId === closed.correlationId) ?? closed
  const before = first.position - 1
  const work = world.stateIn(rules.work, caseId, before)
  const { issueIds } = world.stateIn(rules.issues, caseId, before)
  const { id: workProductId = '', status } = work.workProduct ?? {}
  const tasks = recordsOf(events, caseId).filter(({ instructions }) => instructions.length > 0)
  return {
    endedBy: { id: closed.id, at: closed.at },
    work,
    instructions: Object.fromEntries(
      tasks.map(({ id, instructions }) => [id, instructions.map(({ text }) => text).join('\n\n')]),
    ),
    sessions: [],
    drafts: status === 'draft' || status === 'inReview' ? [{ workProductId, status } as const] : [],
    issues: issueIds,
  }
}
