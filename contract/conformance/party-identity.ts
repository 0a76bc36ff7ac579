import { partyIdentity } from '../ports/party-identity.ts'
import { changesNothing } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken, Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const identifier = { source: 'directory', externalId: 'P-1' }
const contact = { emails: ['maria.{id}@example.org'] }

export const partyIdentityLaws = defineConformance({
  port: partyIdentity,
  samples: {
    lookUp: { identifiers: [identifier] },
    resolve: { case: { caseId: 'case_{id}' }, partyId: 'party_{id}', identifiers: [identifier] },
    writeBack: { case: { caseId: 'case_{id}' }, partyId: 'party_{id}', identifier, contact, at },
  },
  facts: {
    partyChanged: {
      identifier,
      at,
      record: {
        identifiers: [identifier],
        person: { firstName: 'Maria', lastName: 'Lindqvist', birthDate: '1948-12-10' },
        asOf: at,
      },
    },
    representationChanged: { identifier, at, change: 'revoked', why: 'The client asked for it.' },
  },
  laws: [
    {
      name: 'unknown',
      says: 'A party that the directory does not have is an empty answer, not a failure.',
      async check(trial) {
        const adapter = await trial.adapter()
        const nobody = { source: identifier.source, externalId: `nobody-${trial.key()}` }
        const { records } = await trial.call(adapter, 'lookUp', { identifiers: [nobody] })
        if (records.length > 0) throw new Broken('It found a party under an identifier that nobody has.')
        const input = await trial.input(adapter, 'resolve')
        const { record } = await trial.call(adapter, 'resolve', { ...input, identifiers: [nobody] })
        if (record) throw new Broken('It resolved a party under an identifier that nobody has.')
      },
    },
    {
      name: 'identified',
      says: 'Whoever is looked up by an identifier has it, in every record that is answered.',
      async check(trial) {
        const adapter = await trial.adapter()
        const { identifiers: asked = [] } = await trial.input(adapter, 'lookUp')
        const { records } = await trial.call(adapter, 'lookUp', { identifiers: asked })
        if (records.some((record) => !asked.some((one) => isIn(record.identifiers, one))))
          throw new Broken('It answered with a record that does not have the identifier.')
      },
    },
    {
      name: 'noGuess',
      says: 'A party without an identifier is nobody for sure: it is not resolved by its name.',
      async check(trial) {
        const adapter = await trial.adapter()
        const { identifiers, ...sample } = await trial.input(adapter, 'resolve')
        const { records } = await trial.call(adapter, 'lookUp', identifiers ? { identifiers } : {})
        const { firstName, lastName, birthDate } = records[0]?.person ?? {
          ...{ firstName: 'Maria', lastName: 'Lindqvist', birthDate: '1948-12-10' },
        }
        const name = { firstName, lastName, ...(birthDate === undefined ? {} : { birthDate }) }
        const { record } = await trial.call(adapter, 'resolve', { ...sample, name })
        if (record) throw new Broken('It took somebody of the same name for the party.')
      },
    },
    {
      name: 'since',
      says: 'Contact details that were edited before the directory changed are refused.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'writeBack')) throw new Skipped('It does not declare writeBack.')
        const input = await trial.input(adapter, 'writeBack')
        await changesNothing(trial, 'An edit of an older record', async () => {
          const edit = { ...input, since: '2000-01-01T00:00:00.000Z' }
          const { code, retryable } = await trial.failure(trial.call(adapter, 'writeBack', edit), 'to it')
          if (retryable) throw new Broken(`It failed with ${code}, which would be retried.`)
        })
      },
    },
    {
      name: 'newest',
      says: 'Contact details that come late never overwrite newer ones.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'writeBack')) throw new Skipped('It does not declare writeBack.')
        const newer = await trial.input(adapter, 'writeBack')
        await trial.call(adapter, 'writeBack', { ...newer, at: '2026-03-03T10:00:00.000Z' })
        const older = { ...newer, contact: { emails: ['old@example.org'] }, at: '2026-03-01T10:00:00.000Z' }
        await changesNothing(trial, 'An older contact detail', () =>
          trial.call(adapter, 'writeBack', older).catch(() => {}),
        )
      },
    },
  ],
})

const isIn = (identifiers: readonly (typeof identifier)[], { source, externalId }: typeof identifier) =>
  identifiers.some((one) => one.source === source && one.externalId === externalId)
