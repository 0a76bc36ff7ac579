import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Name, Sentence } from './text.ts'

/** How the work product of a case stands, as rules and tasks ask. */
export const workProductStandings = [
  'draft',
  'inReview',
  'signed',
  'cleared',
  'released',
  'recalled',
] as const

export const effectuationStandings = ['pending', 'completed', 'failed'] as const

/** The events that completing a task may depend on, each with the fields that `where` can name. */
export const completionEvents = [
  { event: 'case.advanced', fields: ['reason'] },
  { event: 'case.corrected', fields: ['caseType', 'docket'] },
  { event: 'case.docketed', fields: ['docket'] },
  { event: 'delivery.redriven', fields: [] },
  { event: 'document.edited', fields: ['documentType'] },
  { event: 'document.filed', fields: ['documentType'] },
  { event: 'letter.owed', fields: ['letter', 'eventType'] },
  { event: 'letter.receipted', fields: ['letter'] },
  { event: 'letter.withdrawn', fields: ['letter'] },
  { event: 'party.conflictSettled', fields: ['role'] },
  { event: 'party.contactChanged', fields: ['role'] },
  { event: 'party.died', fields: ['role'] },
  { event: 'party.merged', fields: ['role'] },
  { event: 'party.recorded', fields: ['role'] },
  { event: 'party.removed', fields: ['role'] },
  { event: 'party.representationChanged', fields: ['role', 'change'] },
  { event: 'session.artifactFiled', fields: ['kind'] },
  { event: 'session.postponed', fields: [] },
  { event: 'session.rescheduled', fields: ['kind'] },
  { event: 'session.scheduled', fields: ['kind'] },
  { event: 'session.withdrawn', fields: [] },
] as const
const completionEventNames = completionEvents.map(({ event }) => event)

const Happening = Type.Object(
  {
    event: oneOf(completionEventNames),
    where: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.Union([Type.String(), Type.Null()]), { minItems: 1, maxItems: 100 }),
        { description: 'Fields of the event, each with the values that count; null if the field is missing' },
      ),
    ),
    isAboutSame: Type.Optional(
      Type.Boolean({ description: 'Counts only if it concerns what the task is about' }),
    ),
  },
  strict,
)

export const Completion = Type.Object(
  {
    outcomes: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Only these outcomes depend on it; by default, all',
      }),
    ),
    workProduct: Type.Optional(
      Type.Array(oneOf(workProductStandings), {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: 'The work product of the case has one of these statuses',
      }),
    ),
    effectuation: Type.Optional(
      Type.Array(oneOf(effectuationStandings), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'The latest effectuation report; `pending` until there is one',
      }),
    ),
    happened: Type.Optional(
      Type.Array(Happening, {
        minItems: 1,
        maxItems: 50,
        description: 'One of these events is on the case since the task was opened, its cause included',
      }),
    ),
    sinceSession: Type.Optional(
      Type.Boolean({
        description: 'What happened counts from the start of the session that the task is about',
      }),
    ),
    orNote: Type.Optional(
      Type.Boolean({ description: 'If it is not so, a note that says what was done instead is enough' }),
    ),
    otherwise: { ...Sentence, description: 'What is missing, said to whoever completes it' },
  },
  {
    ...strict,
    description:
      'What must be so before it is completed by hand, all that is named. By default, if it needs `draft`: a work product was submitted',
  },
)
export type Completion = Static<typeof Completion>
