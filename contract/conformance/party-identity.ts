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
