/** A line of iCalendar (RFC 5545). Its value is as it is written. */
export type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }

export type Component = {
  name: string
  properties: Property[]
  components: Component[]
  /** Lines in it that are none of iCalendar. */
  unread: string[]
  /** The text ends within it. */
  isCutOff?: true
}

export type CalendarText = {
  /** Several in a row, which iCalendar allows. */
  calendars: Component[]
  /** It ends within a component: what came after is not known. */
  isCutOff: boolean
}

const ofCalendars = new Set(['vevent', 'vfreebusy', 'vtimezone', 'vavailability'])

/**
 * The components of a text, whatever it is: a line that cannot be read costs that line alone, so that the rest of its event
 * is still known. Events that stand outside of a calendar are of one that nobody wrote.
 */
export function readCalendarText(text: string): CalendarText {
  const calendars: Component[] = []
  const open: Component[] = []
  let bare: Component | undefined
  for (const line of unfolded(text)) {
    const property = readLine(line)
    const value = property?.value.trim().toLowerCase() ?? ''
    const current = open.at(-1)
    if (property?.name === 'begin') {
      const component: Component = { name: value, properties: [], components: [], unread: [] }
      if (current) current.components.push(component)
      else if (value === 'vcalendar') calendars.push(component)
      else if (ofCalendars.has(value)) {
        bare ??= { name: 'vcalendar', properties: [], components: [], unread: [] }
        bare.components.push(component)
      }
      open.push(component)
    } else if (property?.name === 'end') {
      const index = open.findLastIndex(({ name }) => name === value)
      if (index >= 0) open.length = index
    } else if (property) current?.properties.push(property)
    else current?.unread.push(line.slice(0, 100))
  }
  for (const component of open) component.isCutOff = true
  return { calendars: bare ? [...calendars, bare] : calendars, isCutOff: open.length > 0 }
}

/** A long line goes on with the next one, which then begins with a space. Empty lines, which some put between, say nothing. */
function* unfolded(text: string): Generator<string> {
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
 * Programs write a colon into the name of a zone without quotes: a time is what stands behind the last one. Some put spaces
 * around names.
 */
const ofTime = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[ \t]*(;.*)?:[ \t]*([\dTZPWDHMS,/+-]*)\s*$/i
const ofAnything = /^([A-Z\d-]+)[ \t]*((?:;[ \t]*[A-Z\d-]+[ \t]*=(?:"[^"]*"|[^":;])*)*):(.*)$/i

function readLine(line: string): Property | undefined {
  const [, name, parameters = '', value] = ofTime.exec(line) ?? ofAnything.exec(line) ?? []
  if (name === undefined || value === undefined) return undefined
  return { name: name.toLowerCase(), parameters: readParameters(parameters), value }
}

function readParameters(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/;[ \t]*([A-Z\d-]+)[ \t]*=((?:"[^"]*"|[^";])*)/gi))
    found.set(name.toLowerCase(), value.replaceAll('"', '').trim())
  return found
}

/** All that stands in a component: what somebody forgot to end has what comes after it within. */
export function* componentsIn(component: Component): Generator<Component> {
  const waiting = component.components.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (const inner of next.components.toReversed()) waiting.push(inner)
  }
}

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** A text is written with `\n` for a line and `\` before what would end it. */
export function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.value
  return value?.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped))
}
