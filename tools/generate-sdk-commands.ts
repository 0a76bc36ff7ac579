import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'

export const sdkCommandsFile = new URL('../sdk/generated/commands.ts', import.meta.url)

/** The text of `sdk/generated/commands.ts`: the rows that a command serves, for the mock to serve them likewise. */
export function sdkCommands(): string {
  const rows = Object.entries<Route>(routes).flatMap(([name, { servedBy, answers }]) => {
    if (!servedBy || !('command' in servedBy)) return []
    const { command, answer } = servedBy
    const read = typeof answer === 'object' ? answer[0] : answer
    const isSilent = !Object.values(answers)[0]?.schema
    const fields = [
      `command: '${command}'`,
      ...(read === undefined ? [] : [`answer: '${read}'`]),
      ...(isSilent ? ['isSilent: true'] : []),
    ]
    return [`  ${name}: { ${fields.join(', ')} },\n`]
  })
  return `// Generated from the contract by \`npm run generate\`. Change the contract, not this file.
import type { RouteName } from './routes.ts'

export type ServedByCommand = {
  /** Its aggregate and its type: \`party.removeParty\`. */
  command: string
  /** What is answered once that is done: as another route, or what a method of the application reads. */
  answer?: string
  isSilent?: true
}

export const commands: Partial<Record<RouteName, ServedByCommand>> = {
${rows.join('')}}
`
}
