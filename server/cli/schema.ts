import { type PortName, portNames } from '@portico/contract/ports/config'
import { Argument, type Command } from 'commander'
import { commandsOf } from './command.ts'
import { openTerminal } from './terminal.ts'

/** For adapters in other languages and for editors: no service, database or file is needed. */
export function addSchema(program: Command) {
  commandsOf(program)(
    'schema',
    'Print the JSON Schema of a port, of a line of a bulk load manifest, or of a profile',
    async (options, name = '') => {
      const schema = await schemaNamed(name)
      openTerminal({ isJson: options.json }).say(schema, [JSON.stringify(schema, null, 2)])
    },
  ).addArgument(new Argument('<name>', 'what it describes').choices([...portNames, 'manifest', 'profile']))
}

async function schemaNamed(name: string): Promise<Record<string, unknown>> {
  if (name === 'manifest') return { ...(await import('@portico/contract/manifest')).manifestSchema() }
  if (name === 'profile') return (await import('@portico/contract/profile')).profileFileSchema()
  return (await import('@portico/contract/ports/json-schema')).schemaOf(name as PortName)
}
