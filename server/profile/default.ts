import type { Profile } from '@portico/contract/profile'
import { boilerplate } from './default/boilerplate.ts'
import { calendars } from './default/calendars.ts'
import { deadlines, timers } from './default/deadlines.ts'
import { distribution, levers, priority, retention } from './default/docket.ts'
import { documentCategories, documentTypes } from './default/documents.ts'
import {
  benefitTypes,
  dispositions,
  issueTypes,
  reasonGroups,
  reasonTimings,
  remands,
} from './default/issues.ts'
import { letterhead } from './default/letterhead.ts'
import { letters } from './default/letters.ts'
import { mailTypes } from './default/mail.ts'
import { notifications, notificationTimes } from './default/notifications.ts'
import { conflicts, partyRoles, roles, sensitivity } from './default/people.ts'
import { taskTypes, teams } from './default/task-types.ts'
import { authorities, headings, parts } from './default/text.ts'
import { closedCases, closeReasons, partyStatuses, reports, sessions, statuses } from './default/work.ts'
import { appealWorkflow } from './default/workflow.ts'

/** The default profile, a veterans' benefits appeals board: data, never code of the core. */
export const defaultProfile: Profile = {
  name: 'veteransAppeals',
  label: "Veterans' benefits appeals",
  caseTypes: [
    { name: 'appeal', label: 'Appeal', workflow: 'appeal' },
    { name: 'courtRemand', label: 'Court remand', workflow: 'appeal', isCourtRemand: true },
    { name: 'reconsideration', label: 'Reconsideration', workflow: 'appeal' },
    { name: 'vacatur', label: 'Decision anew after a vacated one', workflow: 'appeal' },
    { name: 'clearErrorMotion', label: 'Motion for clear error', workflow: 'appeal' },
  ],
  dockets: [
    { name: 'directReview', label: 'Direct review' },
    { name: 'evidenceSubmission', label: 'Evidence submission' },
    { name: 'hearing', label: 'Hearing' },
  ],
  ineligibility: [
    { name: 'duplicate', label: 'The same is in active review already', whenSameInReview: true },
    { name: 'untimely', label: 'It came too late', untimelyAfter: { years: 1 } },
    { name: 'wrongForum', label: 'It belongs to another forum' },
    { name: 'notEligible', label: 'Who asks is not eligible' },
    { name: 'contestedElsewhere', label: 'It is contested elsewhere' },
  ],
  teams,
  taskTypes,
  workflows: [appealWorkflow],
  statuses,
  partyStatuses,
  closeReasons,
  timers,
  deadlines,
  calendars,
  sessions,
  closedCases,
  deadlineWarning: 'deadlineApproaching',
  workProducts: {
    release: 'atSigning',
    withoutEvidence: 'refused',
    withoutRecipient: 'refused',
    citingUnseen: 'refused',
    parts,
    withoutParts: 'accepted',
    headings,
    authorities,
  },
  reports,
  priority,
  levers,
  distribution,
  retention,
  roles,
  partyRoles,
  sensitivity,
  conflicts,
  benefitTypes,
  issueTypes,
  dispositions,
  reasonGroups,
  reasonTimings,
  remands,
  documentCategories,
  unsortedCategory: 'other',
  documentTypes,
  mailTypes,
  unmatchedMailTeam: 'mailIntake',
  letters,
  letterhead,
  boilerplate,
  notifications,
  notificationTimes,
}
