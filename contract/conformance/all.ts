import type { PortName } from '../ports/all.ts'
import { authoringLaws } from './authoring.ts'
import { caseStatusLaws } from './case-status.ts'
import { conferencingLaws } from './conferencing.ts'
import { correspondenceLaws } from './correspondence.ts'
import { documentSourceLaws } from './document-source.ts'
import type { Conformance } from './law.ts'
import { notificationsLaws } from './notifications.ts'
import { outputLaws } from './output.ts'
import { partyIdentityLaws } from './party-identity.ts'
import { reportingLaws } from './reporting.ts'
import { schedulingLaws } from './scheduling.ts'

/** The laws of every port, for whoever has the name of a port alone. */
const laws = {
  'document-source': documentSourceLaws,
  'party-identity': partyIdentityLaws,
  'case-status': caseStatusLaws,
  scheduling: schedulingLaws,
  conferencing: conferencingLaws,
  authoring: authoringLaws,
  correspondence: correspondenceLaws,
  notifications: notificationsLaws,
  output: outputLaws,
  reporting: reportingLaws,
} satisfies Record<PortName, unknown>

export function conformanceOf(port: PortName): Conformance {
  return laws[port] as unknown as Conformance
}
