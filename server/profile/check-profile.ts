import { actionNames } from '@portico/contract/actions'
import { eventTypes } from '@portico/contract/events'
import { Profile } from '@portico/contract/profile'
import { completionEvents } from '@portico/contract/profile/completion'
import { dimensionsOf } from '@portico/contract/reports'
import { closable } from '../core/closed-case.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { faultOfTimeZone } from '../core/time/zone-names.ts'
import { boilerplateFaults } from './boilerplate-faults.ts'
import { deadlineFaults } from './deadline-faults.ts'
import { faultsOfLetter } from './letter-fields.ts'
import { digestFields, faultsOfNotification } from './notification-fields.ts'
import { valuesAt } from './places.ts'
import { referenceFaults, unknownSentence } from './references.ts'
import { type ProfileFault, schemaFaults } from './schema-faults.ts'
import { faultsOfTemplate } from './templates.ts'
import { textFaults } from './text-faults.ts'

/** Everything that is wrong with a profile. What its parts say of each other is looked at when its shape is right. */
export function faultsOfProfile(value: unknown): ProfileFault[] {
  const faults = schemaFaults(value)
  if (faults.length > 0) return faults
  const profile = value as Profile
  return [
    ...repeatedNames(profile),
    ...referenceFaults(profile),
    ...unknownCoreWords(profile),
    ...boilerplateFaults(profile),
    ...letterFaults(profile),
    ...notificationFaults(profile),
    ...completionFaults(profile),
    ...ruleFaults(profile),
    ...mailFaults(profile),
    ...locationFaults(profile),
    ...deadlineFaults(profile),
    ...closedCaseFaults(profile),
    ...reportFaults(profile),
    ...textFaults(profile),
    ...otherFaults(profile),
  ]
}

/** The profile, if nothing is wrong with it. */
export function checkedProfile(value: unknown): Profile {
  const faults = faultsOfProfile(value)
  if (faults.length > 0) throw new Refusal('invalid', sentenceOf(faults))
  return value as Profile
}

const mostTold = 5

/** The first faults, each with its place. */
export function sentenceOf(faults: readonly ProfileFault[]): string {
  const told = faults.slice(0, mostTold).map(({ what }) => what)
  const more = faults.length - told.length
  return [
    ...told,
    ...(more > 0 ? [`There ${more === 1 ? 'is 1 more fault' : `are ${more} more faults`}.`] : []),
  ].join(' ')
}

const uniqueWithin: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(Profile.properties)
      .filter(
        ([, schema]) => 'name' in ((schema as { items?: { properties?: object } }).items?.properties ?? {}),
      )
      .map(([section]) => [section, 'name']),
  ),
  'workflows[].rules': 'name',
  'taskTypes[].outcomes': 'name',
  'priority.advanceReasons': 'name',
  'priority.order': 'when',
  'sensitivity.levels': 'level',
  'levers.docketGoals': 'docket',
  'sessions.locations': 'name',
  'workProducts.parts': 'name',
  'workProducts.authorities.groups': 'name',
}

function repeatedNames(profile: Profile): ProfileFault[] {
  const lists = Object.entries(uniqueWithin).flatMap(([path, key]) =>
    valuesAt(profile, path).map((list) =>
      valuesAt(list.value, `[].${key}`).map(({ place, value }) => ({ place: list.place + place, value })),
    ),
  )
  const reasons = valuesAt(profile, 'reasonGroups[].reasons[].name')
  // A room is named without its location.
  const rooms = valuesAt(profile, 'sessions.locations[].rooms[].name')
  return [...lists, reasons, rooms].flatMap((list) => {
    const first = new Map<unknown, string>()
    return list.flatMap(({ place, value }) => {
      const earlier = first.get(value)
      if (earlier === undefined) first.set(value, place)
      return earlier === undefined
        ? []
        : [{ place, what: `${place} is ${value}, like ${earlier}: it must be unique.` }]
    })
  })
}

/** What happens and what may be done are words of the core. */
function unknownCoreWords(profile: Profile): ProfileFault[] {
  const unknown = (path: string, called: string, known: readonly string[]) =>
    valuesAt(profile, path)
      .filter(({ value }) => !known.includes(String(value)))
      .map(({ place, value }) => ({ place, what: unknownSentence(place, called, String(value), known) }))
  return [
    ...unknown('workflows[].rules[].on.event', 'event', eventTypes),
    ...unknown('notifications[].on.event', 'event', eventTypes),
    ...unknown('roles[].may[]', 'action', actionNames),
    ...unknown('taskTypes[].needs[]', 'action', actionNames),
    ...unknown('closedCases.accepts[]', 'action that changes a case', closable),
  ]
}

const letterFaults = ({ letters }: Profile): ProfileFault[] =>
  letters.flatMap((letter, index) => faultsOfLetter(`letters[${index}]`, letter))

function notificationFaults({ notifications, notificationTimes }: Profile): ProfileFault[] {
  const inTemplate = (place: string, text: string, fields: readonly string[]) =>
    faultsOfTemplate(place, text, fields).map((what) => ({ place, what }))
  const { digest, timeZone } = notificationTimes
  const inTimeZone = faultOfTimeZone(timeZone, 'notificationTimes.timeZone')
  return [
    ...notifications.flatMap((notification, index) =>
      faultsOfNotification(`notifications[${index}]`, notification),
    ),
    ...inTemplate('notificationTimes.digest.subject', digest.subject, digestFields),
    ...inTemplate('notificationTimes.digest.body', digest.body, digestFields),
    ...(inTimeZone === undefined ? [] : [{ place: 'notificationTimes.timeZone', what: inTimeZone }]),
  ]
}

/** A task is completed by outcomes that it has, after events with fields that they have. */
function completionFaults({ taskTypes }: Profile): ProfileFault[] {
  return taskTypes.flatMap(({ outcomes = [], completesWhen }, index) => {
    const at = `taskTypes[${index}].completesWhen`
    const names = outcomes.map(({ name }) => name)
    const unknown = (place: string, called: string, word: string, known: readonly string[]) =>
      known.includes(word) ? [] : [{ place, what: unknownSentence(place, called, word, known) }]
    return [
      ...(completesWhen?.outcomes ?? []).flatMap((word, nth) =>
        unknown(`${at}.outcomes[${nth}]`, 'outcome', word, names),
      ),
      ...(completesWhen?.happened ?? []).flatMap(({ event, where = {} }, nth) => {
        const known =
          completionEvents.find((completionEvent) => completionEvent.event === event)?.fields ?? []
        return Object.keys(where).flatMap((field) =>
          unknown(`${at}.happened[${nth}].where.${field}`, `field of ${event}`, field, known),
        )
      }),
    ]
  })
}

/** A report is broken down by what its kind knows of. */
function reportFaults({ reports }: Profile): ProfileFault[] {
  return reports.flatMap(({ kind, by }, index) =>
    by.flatMap((dimension, nth) => {
      const known = dimensionsOf[kind]
      const place = `reports[${index}].by[${nth}]`
      return known.includes(dimension)
        ? []
        : [
            {
              place,
              what: `${place} is ${dimension}: a report of the kind ${kind} is broken down by ${known.join(', ') || 'nothing'}.`,
            },
          ]
    }),
  )
}

function ruleFaults({ workflows, taskTypes }: Profile): ProfileFault[] {
  const outcomesOf = (types: readonly string[]) =>
    taskTypes
      .filter(({ name }) => types.includes(name))
      .flatMap(({ outcomes = [] }) => outcomes.map(({ name }) => name))
  return workflows.flatMap((workflow, index) => {
    const place = `workflows[${index}]`
    const last = workflow.standings.length - 1
    const rules = workflow.rules.flatMap(({ on, do: steps }, rule) => [
      ...(on.outcome ?? []).map((outcome, at) => ({
        place: `${place}.rules[${rule}].on.outcome[${at}]`,
        outcome,
        known: outcomesOf(on.task ?? []),
      })),
      ...steps.flatMap((step, at) =>
        'complete' in step && step.outcome !== undefined
          ? [
              {
                place: `${place}.rules[${rule}].do[${at}].outcome`,
                outcome: step.outcome,
                known: outcomesOf([step.complete]),
              },
            ]
          : [],
      ),
    ])
    return [
      ...workflow.rules.flatMap(({ do: steps }, rule) =>
        steps.flatMap((step, at) => {
          if (!('open' in step) || step.holdDays === undefined || step.holdFor === undefined) return []
          const where = `${place}.rules[${rule}].do[${at}]`
          return [{ place: where, what: `${where} must have holdDays or holdFor, not both.` }]
        }),
      ),
      ...rules
        .filter(({ outcome, known }) => !known.includes(outcome))
        .map(({ place, outcome, known }) => ({
          place,
          what: unknownSentence(place, 'outcome', outcome, known),
        })),
      ...[true, false]
        .filter((isClosed) => !workflow.standings.some(({ when }) => fitsAnyCase(when, isClosed)))
        .map((isClosed) => ({
          place: `${place}.standings[${last}]`,
          what: `${place}.standings must have one for any ${isClosed ? 'closed' : 'open'} case: with when ${isClosed ? '{"isClosed": true}' : '{}'} and nothing else.`,
        })),
    ]
  })
}

type When = Profile['workflows'][number]['standings'][number]['when']

function fitsAnyCase({ isClosed = false, ...others }: When, asked: boolean): boolean {
  return isClosed === asked && Object.keys(others).length === 0
}

function mailFaults({ mailTypes }: Profile): ProfileFault[] {
  return mailTypes.flatMap(({ routes }, index) =>
    routes.flatMap(({ when }, at) => {
      const place = `mailTypes[${index}].routes[${at}]`
      const isLast = at === routes.length - 1
      if (isLast && when !== undefined)
        return [
          {
            place: `${place}.when`,
            what: `${place}.when must be left out: the last route applies if no other does.`,
          },
        ]
      if (!isLast && when === undefined)
        return [{ place, what: `${place} must have when: without it, no later route ever applies.` }]
      if (routes.findIndex((route) => route.when === when) < at)
        return [{ place: `${place}.when`, what: `${place}.when is ${when}, as that of a route before it.` }]
      return []
    }),
  )
}

/** What outlives a case must be worked on, or it would stay for ever. */
function closedCaseFaults({ closedCases, taskTypes, mailTypes }: Profile): ProfileFault[] {
  const outliving = taskTypes.find(({ outlivesCase }) => outlivesCase)
  const allowed = mailTypes.find(({ allowedOnClosed }) => allowedOnClosed)
  const lacks = (action: string, because: string | undefined) =>
    because === undefined || closedCases.accepts.includes(action)
      ? []
      : [{ place: 'closedCases.accepts', what: `closedCases.accepts must have ${action}: ${because}` }]
  return [
    ...lacks('workTasks', outliving && `tasks of the type ${outliving.name} outlive the case.`),
    ...lacks('routeMail', allowed && `mail of the type ${allowed.name} is allowed on a closed case.`),
  ]
}

/** Lists are kept in this order, so a profile words it and cannot change it. */
const rankOrder = ['courtRemandAndAdvanced', 'advanced', 'courtRemand']

function otherFaults(profile: Profile): ProfileFault[] {
  const goals = profile.levers.docketGoals.map(({ docket }) => docket)
  const ruled = new Set<string>()
  return [
    ...profile.dockets
      .filter(({ name }) => !goals.includes(name))
      .map(({ name }) => ({
        place: 'levers.docketGoals',
        what: `levers.docketGoals must have one for ${name}.`,
      })),
    ...(profile.priority.order.map(({ when }) => when).join() === rankOrder.join()
      ? []
      : [{ place: 'priority.order', what: `priority.order must be ${rankOrder.join(', ')}.` }]),
    ...valuesAt(profile, 'retention[].caseTypes[]').flatMap(({ place, value }) => {
      if (!ruled.has(String(value))) {
        ruled.add(String(value))
        return []
      }
      return [{ place, what: `${place} is ${value}, for which there is a rule already.` }]
    }),
    ...profile.taskTypes.flatMap(({ holdDays }, index) =>
      holdDays && holdDays.least > holdDays.most
        ? [
            {
              place: `taskTypes[${index}].holdDays`,
              what: `taskTypes[${index}].holdDays.least must be at most its most.`,
            },
          ]
        : [],
    ),
    ...(profile.roles.some(({ isAdministrator }) => isAdministrator)
      ? []
      : [
          {
            place: 'roles',
            what: 'roles must have one with isAdministrator: nobody could change the profile.',
          },
        ]),
    ...profile.conflicts.flatMap(({ when, had = [] }, index) =>
      (when === 'hadTask') === had.length > 0
        ? []
        : [
            {
              place: `conflicts[${index}].had`,
              what: `conflicts[${index}].had must name task types where when is hadTask, and only there.`,
            },
          ],
    ),
    ...(profile.partyRoles.some(({ isClaimant }) => isClaimant)
      ? []
      : [{ place: 'partyRoles', what: 'partyRoles must have one with isClaimant.' }]),
  ]
}

function locationFaults({ sessions: { locations = [] } }: Profile): ProfileFault[] {
  return locations.flatMap(({ timeZone }, index) => {
    const place = `sessions.locations[${index}].timeZone`
    const what = faultOfTimeZone(timeZone, place)
    return what === undefined ? [] : [{ place, what }]
  })
}
