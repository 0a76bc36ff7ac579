import { caseStatus } from '@portico/contract/ports/case-status'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { servePort } from '../delivery/bindings/serve-port.ts'
import { closure, created, registered, transition } from './announce.ts'
import { faultOfSettings } from './settings.ts'
import { retracted, statusChanged, submitted } from './upstream.ts'

export const caseStatusPort = servePort(caseStatus, {
  needs: ['cases', 'profiles'],
  baseline: 'Other systems read GET /cases/{id}, /cases/{id}/state and /cases/{id}/events.',
  adapters: adaptersIn(import.meta.dirname),
  faultOfSettings,
  hearsBrought: ({ announcesImported = false }) =>
    announcesImported ? ['case.opened', 'case.stateChanged', 'case.closed'] : [],
  input: { announceCreated: created, announceTransition: transition, announceClosure: closure },
  answered: { announceCreated: (due, output, parts) => registered(due, output.registered, parts) },
  heard: { caseSubmitted: submitted, statusChanged, retracted },
})
