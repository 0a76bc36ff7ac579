import type { Profile } from '@portico/contract/profile'
import type { DataElement } from '@portico/contract/reports'

/** What the operation categorizes by, with the labels that people see. */
export function dataElements(profile: Profile): DataElement[] {
  const element = (name: string, label: string, words: readonly { name: string; label: string }[]) => ({
    name,
    label,
    values: words.map((word) => ({ name: word.name, label: word.label })),
  })
  return [
    element('caseType', 'Case type', profile.caseTypes),
    element('docket', 'Docket', profile.dockets),
    element('status', 'Status', profile.statuses),
    element('taskStatus', 'Status of a task', taskStatuses),
    element('step', 'Step', profile.taskTypes),
    element('team', 'Team', profile.teams),
    element('closeReason', 'Reason for closing', profile.closeReasons),
    element('advanceReason', 'Reason for advancing', profile.priority.advanceReasons),
    element('issueType', 'Issue type', profile.issueTypes),
    element('benefitType', 'Benefit type', profile.benefitTypes),
    element('disposition', 'Disposition', profile.dispositions),
  ]
}

const taskStatuses = [
  { name: 'assigned', label: 'Assigned' },
  { name: 'inProgress', label: 'In progress' },
  { name: 'onHold', label: 'On hold' },
]
