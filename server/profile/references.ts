import type { Profile } from '@portico/contract/profile'
import { nearest } from '../core/kernel/nearest.ts'
import { valuesAt } from './places.ts'
import type { ProfileFault } from './schema-faults.ts'

/** What is called by its name from elsewhere: what it is called in a sentence, and where its names stand. */
const kinds = {
  workflow: ['workflow', 'workflows[].name'],
  team: ['team', 'teams[].name'],
  taskType: ['task type', 'taskTypes[].name'],
  role: ['role', 'roles[].name'],
  docket: ['docket', 'dockets[].name'],
  caseType: ['case type', 'caseTypes[].name'],
  status: ['status', 'statuses[].name'],
  partyStatus: ['status of a party', 'partyStatuses[].name'],
  closeReason: ['reason to close', 'closeReasons[].name'],
  timer: ['timer', 'timers[].name'],
  calendar: ['calendar', 'calendars[].name'],
  category: ['category', 'documentCategories[].name'],
  documentType: ['document type', 'documentTypes[].name'],
  benefitType: ['benefit type', 'benefitTypes[].name'],
  issueType: ['issue type', 'issueTypes[].name'],
  disposition: ['disposition', 'dispositions[].name'],
  advanceReason: ['reason to advance', 'priority.advanceReasons[].name'],
  mailType: ['mail type', 'mailTypes[].name'],
  sensitivityLevel: ['level', 'sensitivity.levels[].level'],
} as const

type Kind = keyof typeof kinds

/** What a step of a rule names, wherever such steps stand. */
const inSteps: Record<string, Kind> = {
  open: 'taskType',
  under: 'taskType',
  'assign.holderOf': 'taskType',
  'assign.team': 'team',
  complete: 'taskType',
  cancel: 'taskType',
  instruct: 'taskType',
  timer: 'timer',
  holdFor: 'timer',
  dueBy: 'timer',
  on: 'taskType',
  stop: 'timer',
  close: 'closeReason',
  route: 'mailType',
}

const inOccasions: Record<string, Kind> = { 'task[]': 'taskType', timer: 'timer', 'where.docket': 'docket' }

const under = (places: readonly string[], named: Record<string, Kind>): Record<string, Kind> =>
  Object.fromEntries(
    places.flatMap((place) => Object.entries(named).map(([path, kind]) => [`${place}.${path}`, kind])),
  )

const references: Record<string, Kind> = {
  'caseTypes[].workflow': 'workflow',
  'taskTypes[].team': 'team',
  'taskTypes[].children[]': 'taskType',
  'taskTypes[].supervisors[]': 'role',
  'taskTypes[].onlySigns[]': 'disposition',
  'taskTypes[].completesWhen.happened[].where.documentType[]': 'documentType',
  'taskTypes[].completesWhen.happened[].where.docket[]': 'docket',
  'workflows[].root': 'taskType',
  'workflows[].fallback': 'taskType',
  'workflows[].beforeWork.status': 'status',
  'workflows[].beforeWork.partyStatus': 'partyStatus',
  ...under(
    [
      'workflows[].rules[].on',
      'timers[].extendedBy[].on',
      'timers[].tolledBy[].from',
      'timers[].tolledBy[].until[]',
    ],
    inOccasions,
  ),
  ...under(['workflows[].rules[].do[]', 'timers[].passes[]'], inSteps),
  'timers[].calendar': 'calendar',
  'taskTypes[].due.calendar': 'calendar',
  'deadlines.calendar': 'calendar',
  'workflows[].rules[].when.docket[]': 'docket',
  'workflows[].rules[].when.open[]': 'taskType',
  'workflows[].rules[].when.notOpen[]': 'taskType',
  'workflows[].standings[].when.task[]': 'taskType',
  'workflows[].standings[].when.docket[]': 'docket',
  'workflows[].standings[].when.timer': 'timer',
  'workflows[].standings[].when.closedBecause[]': 'closeReason',
  'workflows[].standings[].status': 'status',
  'workflows[].standings[].partyStatus': 'partyStatus',
  unsortedCategory: 'category',
  'documentTypes[].category': 'category',
  'issueTypes[].benefitTypes[]': 'benefitType',
  'reasonGroups[].dispositions[]': 'disposition',
  'workProducts.parts[].dispositions[]': 'disposition',
  'workProducts.drafting.tasks[]': 'taskType',
  'letters[].raisedBy[].tasks[]': 'taskType',
  'letters[].answerWindow': 'timer',
  'mailTypes[].judgedBy': 'timer',
  'mailTypes[].taskType': 'taskType',
  'mailTypes[].routes[].team': 'team',
  'mailTypes[].documentTypes[]': 'documentType',
  'sessions.adjudicatorRoles[]': 'role',
  'sessions.documentTypes.recording': 'documentType',
  'sessions.documentTypes.transcript': 'documentType',
  unmatchedMailTeam: 'team',
  'boilerplate[].issueTypes[]': 'issueType',
  'boilerplate[].dispositions[]': 'disposition',
  'notifications[].on.tasks[]': 'taskType',
  'notifications[].on.timers[]': 'timer',
  'priority.ageReason': 'advanceReason',
  'levers.docketGoals[].docket': 'docket',
  'distribution.taskType': 'taskType',
  'distribution.receiverRole': 'role',
  'distribution.drafterRole': 'role',
  'distribution.waitingTypes[]': 'taskType',
  'retention[].caseTypes[]': 'caseType',
  'sensitivity.ofNewCases': 'sensitivityLevel',
  'sensitivity.ofNewMembers': 'sensitivityLevel',
  deadlineWarning: 'timer',
  'reports[].roles[]': 'role',
  'conflicts[].had[]': 'taskType',
  'conflicts[].tasks[]': 'taskType',
}

/** Names that lead nowhere. */
export function referenceFaults(profile: Profile): ProfileFault[] {
  return Object.entries(references).flatMap(([path, kind]) => {
    const [called, home] = kinds[kind]
    const known = valuesAt(profile, home).map(({ value }) => value)
    return valuesAt(profile, path)
      .filter(({ value }) => !known.includes(value))
      .map(({ place, value }) => ({
        place,
        what: unknownSentence(place, called, String(value), known.map(String)),
      }))
  })
}

export function unknownSentence(
  place: string,
  called: string,
  word: string,
  known: readonly string[],
): string {
  const meant = nearest(word, known)
  return `${place} names the ${called} ${word}, which does not exist${meant ? `; did you mean ${meant}?` : '.'}`
}
