import type { Profile } from '@portico/contract/profile'
import { appealWorkflow } from './appeal-workflow.ts'
import { distribution, levers, priority, retention } from './default/docket.ts'
import { taskTypes, teams } from './task-types.ts'

/** The default profile, a veterans' benefits appeals board: data, never code of the core. */
export const defaultProfile: Profile = {
  name: 'veteransAppeals',
  label: "Veterans' benefits appeals",
  caseTypes: [{ name: 'appeal', label: 'Appeal', workflow: 'appeal' }],
  dockets: [
    { name: 'directReview', label: 'Direct review', timeGoalDays: 365 },
    { name: 'evidenceSubmission', label: 'Evidence submission', timeGoalDays: 550 },
    { name: 'hearing', label: 'Hearing', timeGoalDays: 730 },
  ],
  documentCategories: [
    { name: 'medical', label: 'Medical', colour: 'red' },
    { name: 'procedural', label: 'Procedural', colour: 'blue' },
    { name: 'other', label: 'Other', colour: 'teal' },
    { name: 'index', label: 'Index', colour: 'yellow' },
  ],
  unsortedCategory: 'other',
  ineligibility: [
    { name: 'duplicate', label: 'The same is in active review already' },
    { name: 'untimely', label: 'It came too late', untimelyDays: 365 },
    { name: 'wrongForum', label: 'It belongs to another forum' },
    { name: 'notEligible', label: 'Who asks is not eligible' },
    { name: 'contestedElsewhere', label: 'It is contested elsewhere' },
  ],
  teams,
  taskTypes,
  workflows: [appealWorkflow],
  priority,
  levers,
  distribution,
  retention,
}
