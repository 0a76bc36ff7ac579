/** A line of iCalendar (RFC 5545), with its value unparsed. */
export type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }

export type Component = {
  name: string
  properties: Property[]
  components: Component[]
  /** Lines that could not be parsed. */
  unread: string[]
  /** Whether the text ends before this component does. */
  isCutOff?: true
}

export type CalendarText = {
  /** iCalendar allows several in a row. */
  calendars: Component[]
  /** Whether the text ends within a component, so that the rest of it is unknown. */
  isCutOff: boolean
}

const topLevelNames = new Set(['vevent', 'vfreebusy', 'vtimezone', 'vavailability'])

/**
 * Parses any text leniently: a line that cannot be read is skipped, so that the rest of its event is kept. Events outside
 * of a calendar are put into an implicit one.
 */
export function readCalendarText(text: string): CalendarText {
  const calendars: Component[] = []
  const open: Component[] = []
  let implicit: Component | undefined
  for (const line of unfoldLines(text)) {
    const property = readLine(line)
    const value = property?.value.trim().toLowerCase() ?? ''
    const current = open.at(-1)
    if (property?.name === 'begin') {
      const component: Component = { name: value, properties: [], components: [], unread: [] }
      if (current) current.components.push(component)
      else if (value === 'vcalendar') calendars.push(component)
      else if (topLevelNames.has(value)) {
        implicit ??= { name: 'vcalendar', properties: [], components: [], unread: [] }
        implicit.components.push(component)
      }
      open.push(component)
    } else if (property?.name === 'end') {
      const index = open.findLastIndex(({ name }) => name === value)
      if (index >= 0) open.length = index
    } else if (property) current?.properties.push(property)
    else current?.unread.push(line.slice(0, 100))
  }
  for (const component of open) component.isCutOff = true
  return { calendars: implicit ? [...calendars, implicit] : calendars, isCutOff: open.length > 0 }
}

/** A long line continues on the next one, which then begins with a space. Empty lines are ignored. */
function* unfoldLines(text: string): Generator<string> {
  let line = ''
  for (const next of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(next)) {
      line += next.slice(1)
      continue
    }
    if (next === '') continue
    if (line.trim() !== '') yield line
    line = next
  }
  if (line.trim() !== '') yield line
}

/**
 * Some programs write the name of a zone with a colon and without quotes: the time comes after the last colon. Some put
 * spaces around names.
 */
const timeLine = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[ \t]*(;.*)?:[ \t]*([\dTZPWDHMS,/+-]*)\s*$/i
const anyLine = /^([A-Z\d-]+)[ \t]*((?:;[ \t]*[A-Z\d-]+[ \t]*=(?:"[^"]*"|[^":;])*)*):(.*)$/i

function readLine(line: string): Property | undefined {
  const [, name, parameters = '', value] = timeLine.exec(line) ?? anyLine.exec(line) ?? []
  if (name === undefined || value === undefined) return undefined
  return { name: name.toLowerCase(), parameters: readParameters(parameters), value }
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/;[ \t]*([A-Z\d-]+)[ \t]*=((?:"[^"]*"|[^";])*)/gi))
    parameters.set(name.toLowerCase(), value.replaceAll('"', '').trim())
  return parameters
}

/** All nested components; one without an end contains whatever comes after it. */
export function* componentsIn(component: Component): Generator<Component> {
  const pending = component.components.toReversed()
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next
    for (const inner of next.components.toReversed()) pending.push(inner)
  }
}

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** The unescaped text of a property. */
export function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.value
  return value?.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped))
}
