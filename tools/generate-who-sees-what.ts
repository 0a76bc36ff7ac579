import { readFile } from 'node:fs/promises'
import { audiences, declaredIn } from '@portico/contract/audience'
import { eventData, eventTypes } from '@portico/contract/events'
import { routes } from '@portico/contract/table'
import { writeGenerated } from './write-generated.ts'

const page = new URL('../docs/explanation/who-sees-what.md', import.meta.url)
const ticked = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function eventRow(type: (typeof eventTypes)[number]): string {
  const { all, fields = {} } = declaredIn(eventData[type]) ?? { all: 'administrators' }
  const others = audiences.flatMap((audience) => {
    const names = Object.keys(fields).filter((name) => fields[name] === audience)
    return names.length > 0 ? [`${audience}: ${ticked(names)}`] : []
  })
  return `| \`${type}\` | ${all} | ${others.join('; ')} |`
}

function routesRow(audience: string): string {
  const names = Object.entries(routes).flatMap(([name, to]) => (to.audience === audience ? [name] : []))
  return `| ${audience} | ${ticked(names)} |`
}

/** Puts rows into the table below a heading, under its head. */
function withRows(text: string, heading: string, rows: readonly string[]): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line, index) => index > lines.indexOf(heading) && line.startsWith('|')) + 2
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'))
  return [...lines.slice(0, start), ...rows, ...lines.slice(end)].join('\n')
}

const written = await readFile(page, 'utf8')
const withEvents = withRows(written, '## Events', eventTypes.map(eventRow))
await writeGenerated(page, withRows(withEvents, '## Answers', audiences.toReversed().map(routesRow)))
