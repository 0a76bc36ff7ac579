import { conferencing } from '../ports/conferencing.ts'
import { artifactLaws } from './conference-artifacts.ts'
import { lifeLaws } from './conference-life.ts'
import { linkLaws } from './conference-links.ts'
import { defineConformance } from './kit.ts'

const at = '2026-03-02T15:04:05.000Z'
const slot = { startsAt: '2027-05-04T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
const session = {
  case: { caseId: 'case_{id}', docketNumber: '240319-100482' },
  sessionId: 'session_{id}',
  kind: 'video' as const,
  slot,
}
const of = { case: session.case, sessionId: session.sessionId, handle: 'conference_{id}' }
const created = { call: 'create' as const, adds: ({ handle }: { handle: string }) => ({ handle }) }
const presence = { handle: 'conference_1', participant: { name: 'Maria Lindqvist', id: 'party_1' }, at }

export const conferencingLaws = defineConformance({
  port: conferencing,
  samples: {
    create: session,
    update: { ...session, handle: of.handle, slot: { ...slot, startsAt: '2027-05-05T14:00:00.000Z' } },
    detail: { handle: of.handle },
    cancel: { ...of, why: 'Withdrawn.' },
    collect: of,
  },
  after: { update: created, detail: created, cancel: created, collect: created },
  facts: {
    participantJoined: presence,
    participantLeft: presence,
    recordingReady: {
      handle: 'conference_1',
      artifactId: 'recording_1',
      kind: 'recording',
      name: 'Hearing.ogg',
      mediaType: 'audio/ogg',
      at,
    },
  },
  laws: [...lifeLaws, ...linkLaws, ...artifactLaws],
})
