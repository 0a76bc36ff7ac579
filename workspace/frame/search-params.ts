import { isCalendarDay } from '../ui/calendar-day.ts'

/**
 * Addresses are typed by people and kept for years: an invalid parameter is ignored, never an error. Values are text from
 * an address, and typed from a screen.
 */
type Raw = Record<string, unknown>

const text = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const texts = (value: unknown): string[] | undefined => {
  const all = typeof value === 'string' ? listIn(value) : value
  if (!Array.isArray(all)) return undefined
  const valid = [...new Set(all.filter((item): item is string => typeof item === 'string' && item !== ''))]
  return valid.length > 0 ? valid : undefined
}

function listIn(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const flag = (value: unknown): boolean | undefined => {
  const written = String(value)
  return written === 'true' ? true : written === 'false' ? false : undefined
}

const number = (value: unknown, min: number, max: number): number | undefined => {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof read === 'number' && read >= min && read <= max ? read : undefined
}

const whole = (value: unknown, max: number): number | undefined => {
  const read = number(value, 0, max)
  return Number.isInteger(read) ? read : undefined
}

/** A valid date. */
const date = (value: unknown): string | undefined => {
  return typeof value === 'string' && /^[12]/.test(value) && isCalendarDay(value) ? value : undefined
}

const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find((name) => name === value)

export const isPageNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/** Without undefined values, which would appear in the address. */
export function present<Params extends object>(
  params: Params,
): { [Key in keyof Params]?: Params[Key] | undefined } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never
}

/** The router keeps parameters that a screen does not return, so the ignored ones are returned as undefined. */
export const only =
  <Search extends object>(read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  })

export const asksAnything = (search: object): boolean =>
  Object.values(search).some((value) => value !== undefined)

const maxDays = 36_500
const caseSorts = ['uploaded', 'received', 'docketNumber', 'name', 'step'] as const
const sorts = ['priority', 'docket', 'age', 'deadline', 'closed'] as const

const holder = (value: unknown) => {
  const written = text(value)
  return written && /^(me|myTeams|(team|person|membersOf):.{1,100})$/.test(written) ? written : undefined
}

export const workSearch = (raw: Raw) =>
  present({
    view: text(raw.view),
    task: text(raw.task),
    types: texts(raw.types),
    statuses: texts(raw.statuses),
    dockets: texts(raw.dockets),
    caseTypes: texts(raw.caseTypes),
    who: holder(raw.who),
    advanced: flag(raw.advanced),
    remand: flag(raw.remand),
    overdue: flag(raw.overdue),
    age: whole(raw.age, maxDays),
    sort: oneOf(sorts, raw.sort),
    reversed: flag(raw.reversed),
  })
export type WorkSearch = ReturnType<typeof workSearch>

export const casesSearch = (raw: Raw) =>
  present({
    text: text(raw.text)?.slice(0, 100),
    status: text(raw.status),
    docket: text(raw.docket),
    caseType: text(raw.caseType),
    assignee: text(raw.assignee)?.slice(0, 100),
    closed: flag(raw.closed),
    from: date(raw.from),
    to: date(raw.to),
    days: whole(raw.days, maxDays),
    sensitivity: whole(raw.sensitivity, 1000),
    sort: oneOf(caseSorts, raw.sort),
    reversed: flag(raw.reversed),
    case: text(raw.case),
  })
export type CasesSearch = ReturnType<typeof casesSearch>

export const caseSearch = (raw: Raw) =>
  present({ at: date(raw.at), part: text(raw.part), task: text(raw.task), product: text(raw.product) })

const writingParts = ['text', 'outcome', 'check', 'comments', 'versions', 'pdf'] as const
export const writingSearch = (raw: Raw) =>
  present({ part: oneOf(writingParts, raw.part), compare: text(raw.compare) })

export const transcriptSearch = (raw: Raw) => present({ transcript: text(raw.transcript) })

const sessionParts = [
  'calendar',
  'upcoming',
  'queue',
  'plan',
  'conflicts',
  'availability',
  'blackouts',
  'feeds',
] as const
export type SessionsPart = (typeof sessionParts)[number]

export const sessionsSearch = (raw: Raw) =>
  present({
    part: oneOf(sessionParts, raw.part),
    day: date(raw.day),
    span: oneOf(['week', 'day'] as const, raw.span),
    by: oneOf(['room', 'person', 'location'] as const, raw.by),
    kind: text(raw.kind),
    who: text(raw.who)?.slice(0, 200),
    session: text(raw.session),
  })
export type SessionsSearch = ReturnType<typeof sessionsSearch>

const channels = ['mail', 'fax', 'electronicSubmission', 'portalUpload'] as const

export const mailSearch = (raw: Raw) =>
  present({
    box: text(raw.box),
    piece: text(raw.piece),
    letter: text(raw.letter),
    channel: oneOf(channels, raw.channel),
    text: text(raw.text)?.slice(0, 100),
  })
export type MailSearch = ReturnType<typeof mailSearch>

export const alertsSearch = (raw: Raw) =>
  present({ unread: flag(raw.unread), kind: text(raw.kind), alert: text(raw.alert) })
export type AlertsSearch = ReturnType<typeof alertsSearch>

export const adminSearch = (raw: Raw) => present({ entry: text(raw.entry) })

const periods = ['day', 'week', 'month', 'quarter', 'year'] as const

export const reportSearch = (raw: Raw) =>
  present({
    by: raw.by === undefined ? undefined : (texts(raw.by) ?? []),
    period: oneOf(periods, raw.period),
    from: date(raw.from),
    to: date(raw.to),
    caseType: text(raw.caseType),
    docket: text(raw.docket),
    chart: flag(raw.chart),
  })
export type ReportSearch = ReturnType<typeof reportSearch>

/** The search, the note in focus, and the zoom in percent. */
export const readerSearch = ({ q, annotation, zoom }: Raw) =>
  present({ q: text(q), annotation: text(annotation), zoom: number(zoom, 10, 1000) })

export const signInSearch = (raw: Raw) =>
  present({ next: text(raw.next)?.startsWith('/workspace/') ? text(raw.next) : undefined })
