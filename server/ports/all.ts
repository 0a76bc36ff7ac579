import { authoringPort } from './authoring/port.ts'
import { caseStatusPort } from './case-status/port.ts'
import { conferencingPort } from './conferencing/port.ts'
import { correspondencePort } from './correspondence/port.ts'
import type { ServedPort } from './delivery/bindings/serve-port.ts'
import { documentSourcePort } from './document-source/port.ts'
import { notificationsPort } from './notifications/port.ts'
import { outputPort } from './output/port.ts'
import { partyIdentityPort } from './party-identity/port.ts'
import { reportingPort } from './reporting/port.ts'
import { schedulingPort } from './scheduling/port.ts'

/** Every port that the platform serves. */
export const servedPorts: readonly ServedPort[] = [
  authoringPort,
  caseStatusPort,
  conferencingPort,
  correspondencePort,
  documentSourcePort,
  notificationsPort,
  outputPort,
  partyIdentityPort,
  reportingPort,
  schedulingPort,
]
