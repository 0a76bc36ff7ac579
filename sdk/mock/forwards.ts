import { commands } from '../generated/commands.ts'
import { type RouteName, routes } from '../generated/routes.ts'
import * as rules from '../generated/rules.js'
import { stateOf } from './cases.ts'
import { defined, refusal } from './engine.ts'
import { documentsOf } from './records.ts'
import type { Handlers, World } from './world.ts'

/** Made of what a request gives, as its row says: that it fits the aggregate is checked where the service binds it. */
export type Command = { type: string; caseId: string } & Record<string, unknown>
type Given = { caseId?: string; appealId?: string; body?: object }
type Reader = (given: { caseId: string } & Record<string, unknown>, options: object) => unknown

/**
 * A handler for each route that a command of these aggregates serves, as the service has. `handlers` are those that the
 * mock has by hand; they read what is answered.
 */
export function forwards(
  world: World,
  handlers: Handlers,
  own: Record<'task' | 'workProduct', (command: Command) => unknown>,
): Handlers {
  const aggregates: Record<string, (command: Command) => unknown> = {
    ...own,
    document(command) {
      const isFiled = documentsOf(world, command.caseId).some(({ id }) => id === command.documentId)
      if (!isFiled) throw refusal('notFound', 'There is no such document in this appeal.')
      world.change(rules.document, command as never)
    },
    issue: (command) => world.change(rules.issues, command as never),
    party: (command) => world.change(rules.party, command as never),
    work: (command) => world.change(rules.work, command as never),
  }
  const readers: Record<string, Reader | undefined> = {
    ...(handlers as object),
    'caseDocuments.get': handlers.getCaseDocument as Reader,
    'cases.state': ({ caseId }) => stateOf(world, caseId),
    'parties.get': handlers.getParty as Reader,
  }

  const played = Object.entries(commands).flatMap(([name, { command, answer = '', isSilent }]) => {
    const [aggregate = '', type = ''] = command.split('.')
    const execute = aggregates[aggregate]
    if (!execute) return []
    const forward = ({ body, appealId = '', caseId = appealId, ...named }: Given, options: object) => {
      const query = Object.entries(options).filter(([key]) => routes[name as RouteName].query?.includes(key))
      const sent: Command = { type, caseId, ...named, ...Object.fromEntries(query), ...body }
      const made = execute(defined<Command>(sent))
      return isSilent ? undefined : (readers[answer]?.({ caseId, ...named }, {}) ?? made)
    }
    return [[name, forward]]
  })
  return Object.fromEntries(played)
}
