import type { PartyAlias } from '@portico/contract/parties'
import { PortError } from '@portico/contract/ports/kit'
import { partyIdentity } from '@portico/contract/ports/party-identity'
import { isSame } from '../../core/kernel/chain.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { party } from '../../core/party/party.ts'
import { sensitivityOf } from '../../projections/case-access.ts'
import { type PartyThere, partyOf } from '../../projections/parties.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { type Cancelled, cancelled, type PortParts, servePort } from '../delivery/bindings/serve-port.ts'
import { faultOfRepresentation, heedDirectory, keptRecord, timeOf } from './canonical.ts'
import { aboveClearance, heededUnder, isAbove, whyUntold } from './clearance.ts'
import { hearPartyChanged, hearRepresentationChanged } from './heard.ts'
import { isOfSources, settingsOf } from './settings.ts'

export const partyIdentityPort = servePort(partyIdentity, {
  needs: ['profiles'],
  baseline: 'Parties are kept on the case by POST /cases/{id}/parties/{partyId}, and found among all cases.',
  adapters: adaptersIn(import.meta.dirname),

  owes: {
    'party.recorded': ({ data }) => (data.origin || (data.aliases ?? []).length === 0 ? [] : [{}]),
    'party.contactChanged': ({ data }) => (data.origin ? [] : [{}]),
  },

  input: {
    async resolve({ caseId, event, ...due }, parts) {
      const found = await identified(parts, caseId, event.data.partyId, due)
      if ('why' in found) return found
      if (isAbove(await sensitivityOf(parts.db, caseId), settingsOf(due))) return cancelled(aboveClearance)
      const { there, identifiers } = found
      const { directory } = there
      if (
        directory?.binding === due.binding &&
        directory.identifiers.some((identifier) => has(identifiers, identifier))
      )
        return cancelled('The record of the directory is known.')
      return { case: { caseId }, partyId: there.partyId, identifiers }
    },

    async writeBack({ caseId, event, ...due }, parts) {
      const found = await identified(parts, caseId, event.data.partyId, due)
      if ('why' in found) return found
      const { there, identifiers } = found
      const { directory } = there
      const { contact } = event.data
      if (!isSame(there.contact, contact)) return cancelled('The contact details were edited again.')
      if (directory && isSame(contact, directory.contact))
        return cancelled('The directory has these contact details.')
      const profile = parts.portico.profiles.inForce()
      const untold = await whyUntold(parts.db, { caseId, identifiers }, settingsOf(due), profile)
      if (untold !== undefined) return cancelled(untold)
      const identifier = (directory?.identifiers.find((identifier) => has(identifiers, identifier)) ??
        identifiers[0]) as PartyAlias
      const since = there.reconciled?.contact
      return {
        case: { caseId },
        partyId: there.partyId,
        identifier,
        contact: contact ?? {},
        at: event.at,
        ...(since === undefined ? {} : { since }),
      }
    },
  },

  /** What the directory does not take over is a conflict that somebody settles, also where it cannot be written to. */
  byHand: ['writeBack'],

  answered: {
    async resolve({ caseId, event, binding, settings }, { record }, { db, clock }) {
      if (!record) return {}
      const isIts = isOfSources(settingsOf({ settings }))
      const directory = keptRecord(record, { binding, now: clock(), isIts })
      const { partyId } = event.data
      // Whoever was asked for by one identifier, and answers with another, has matched somebody by itself.
      const there = await partyOf(db, caseId, partyId)
      if (!there?.aliases.some((aliase) => has(directory.identifiers, aliase))) return {}
      const { representation, identifiers } = directory
      const fault =
        representation && faultOfRepresentation(representation, { identifiers, binding, settings })
      if (fault !== undefined) throw new PortError('refused', fault)
      const of = { caseId, partyId }
      const heeded = heededUnder({ ...of, binding, settings }, directory.asOf, (tx, profile) =>
        heedDirectory(tx, of, directory, profile),
      )
      return { commands: [heeded] }
    },

    writeBack({ caseId, event: { data } }, { asOf }, { clock }) {
      if (asOf === undefined) return {}
      const { partyId, contact } = data
      const said = { contact, asOf: timeOf(asOf, clock()) }
      return { commands: [reaction(party, { type: 'noteWrittenBack', caseId, partyId, ...said })] }
    },
  },

  gaveUp: {
    writeBack({ caseId, binding, event: { data } }, { why }) {
      const { partyId, contact } = data
      const said = { binding, contact, why }
      return [reaction(party, { type: 'noteWriteBackRefused', caseId, partyId, ...said })]
    },
  },

  heard: { partyChanged: hearPartyChanged, representationChanged: hearRepresentationChanged },
})

const has = (some: readonly PartyAlias[], { source, externalId }: PartyAlias) =>
  some.some((one) => one.source === source && one.externalId === externalId)

/** The party as it is by now, and what the directory knows it as. */
async function identified(
  { db }: PortParts,
  caseId: string,
  partyId: string,
  { settings }: { settings: Readonly<Record<string, unknown>> },
): Promise<{ there: PartyThere; identifiers: PartyAlias[] } | Cancelled> {
  const there = await partyOf(db, caseId, partyId)
  if (!there || there.mergedInto !== undefined) return cancelled('The party is no longer on the case.')
  const identifiers = there.aliases.filter(isOfSources(settingsOf({ settings })))
  return identifiers.length > 0
    ? { there, identifiers }
    : cancelled('The directory has no identifier of the party.')
}
