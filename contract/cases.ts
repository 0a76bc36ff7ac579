import Type, { type Static } from 'typebox'
import { PersonName } from './appeals.ts'
import { CalendarDate, Timestamp } from './text.ts'

export const Case = Type.Object({
  id: Type.String(),
  docketNumber: Type.String(),
  caseType: Type.String(),
  veteran: PersonName,
  receiptDate: CalendarDate,
  uploadedAt: Timestamp,
  originalPdfBytes: Type.Integer({ minimum: 0 }),
  documentCount: Type.Integer({ minimum: 0 }),
  pageCount: Type.Integer({ minimum: 0 }),
  text: Type.Object(
    {
      pagesRead: Type.Integer({ minimum: 0 }),
      pages: Type.Integer({ minimum: 0 }),
    },
    { description: 'How far the text of the pages is searchable' },
  ),
  version: Type.Integer({ description: 'The sequence of its last event; send it as `If-Match`' }),
})
export type Case = Static<typeof Case>

export const CaseDetail = Type.Object({ case: Case })

export const CaseState = Type.Object({
  status: Type.String({ examples: ['onDocket'] }),
  partyStatus: Type.String({ examples: ['received'] }),
  why: Type.String({ description: 'A plain sentence' }),
  assignee: Type.Union([Type.Object({ kind: Type.String(), name: Type.String() }), Type.Null()]),
  step: Type.String(),
  enteredStepAt: Timestamp,
  ageInStepDays: Type.Integer({ minimum: 0 }),
  deadline: Type.Optional(Timestamp),
  openTasks: Type.Integer({ minimum: 0 }),
  onHoldUntil: Type.Optional(Timestamp),
  version: Type.Integer(),
})
export type CaseState = Static<typeof CaseState>

export const StateQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      description: 'An event position or a time: the state as it was then',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
})
