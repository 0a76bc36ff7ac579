import type { caseStatus } from '@portico/contract/ports/case-status'
import { type InputOf, PortError } from '@portico/contract/ports/kit'
import { caseFacts } from '../../core/file/case-facts.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { caseByAlias } from '../../projections/cases.ts'
import {
  type Answered,
  Cancelled,
  cancelled,
  type Due,
  type PortParts,
} from '../delivery/bindings/serve-port.ts'
import { announcedCase } from './announced-case.ts'
import { settingsOf, toldAs } from './settings.ts'

type Announcing = Due<'case.opened'> | Due<'case.stateChanged'> | Due<'case.closed'>
type Announced = InputOf<typeof caseStatus, 'announceCreated'>

/** Nothing that an announcement says changes between two attempts, but for what the case is called. */
async function announced(
  due: Announcing,
  parts: PortParts<'cases'>,
  known?: { status: string },
): Promise<Announced | Cancelled> {
  const { caseId, event } = due
  const found = await announcedCase(parts.db, due)
  if (!found) return cancelled('The case was purged.')
  const { docketNumber, caseType, aliases, settledAs } = found
  const status = known?.status ?? settledAs ?? (await statusAt(due, parts))
  return {
    case: { caseId, docketNumber, caseType, aliases },
    status: toldAs(status, settingsOf(due)),
    at: event.at,
    sequence: event.sequence,
  }
}

export const created = (due: Due<'case.opened'>, parts: PortParts<'cases'>) => announced(due, parts)

export async function transition(due: Due<'case.stateChanged'>, parts: PortParts<'cases'>) {
  const { from, to } = due.event.data
  const common = await announced(due, parts, { status: to })
  return common instanceof Cancelled ? common : { ...common, ...(from === null ? {} : { from }), to }
}

export async function closure(due: Due<'case.closed'>, parts: PortParts<'cases'>) {
  const { workProductId, reason } = due.event.data
  const common = await announced(due, parts)
  if (common instanceof Cancelled) return common
  return { ...common, ...(workProductId === undefined ? {} : { outcome: workProductId }), why: reason }
}

/** The identifier that the other side has given the case is a name of it from now on. */
export async function registered(
  due: Announcing,
  alias: { source: string; externalId: string } | undefined,
  { db }: PortParts,
): Promise<Answered> {
  if (!alias) return {}
  const { sources = [] } = settingsOf(due)
  const { source, externalId } = alias
  if (!sources.includes(source))
    throw new PortError(
      'invalid',
      `It was registered with ${source}, which is not in sources of the binding.`,
    )
  const other = await caseByAlias(db, source, externalId)
  if (other !== undefined && other !== due.caseId)
    throw new PortError('invalid', `It was registered as ${externalId} of ${source}, which is another case.`)
  return { commands: [reaction(caseFacts, { type: 'aliasCase', caseId: due.caseId, alias })] }
}

async function statusAt(
  { caseId, event }: Announcing,
  { portico, clock }: PortParts<'cases'>,
): Promise<string> {
  const { status } = await portico.cases.state(caseId, clock(), { position: event.position })
  return status
}
