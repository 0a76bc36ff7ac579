import { access, writeFile } from 'node:fs/promises'
import { portNames } from '@portico/contract/ports/config'
import type { PortDeclaration } from '@portico/contract/ports/kit'
import { Argument, type Command } from 'commander'
import { Refusal } from '../core/kernel/decider.ts'
import { commandsOf } from './command.ts'
import { openTerminal } from './terminal.ts'

/** Writes what an adapter consists of: its file, its test, its page. */
export function addNewAdapter(program: Command) {
  commandsOf(program)(
    'new-adapter',
    'Write a new adapter, its test and its page into this folder',
    async (options, portName = '', { args: [, name = ''] }) => {
      const { portNamed } = await import('@portico/contract/ports/all')
      const files = await filesOf(portNamed(portName) as PortDeclaration, name)
      for (const path of Object.keys(files)) await refuseIfThere(path)
      for (const [path, text] of Object.entries(files))
        await writeFile(path, text, { flag: 'wx', mode: 0o644 })
      openTerminal({ isJson: options.json }).say({ written: Object.keys(files) }, [
        ...Object.keys(files),
        `Next: npx portico check-port ${portName} --adapter ./${name}.ts`,
      ])
    },
  )
    .addArgument(new Argument('<port>', 'the port').choices(portNames))
    .argument('<name>', 'the name of the adapter, such as folder-drop')
}

export async function filesOf(port: PortDeclaration, name: string): Promise<Record<string, string>> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw new Refusal(
      'invalid',
      'The name of an adapter must have only lower-case letters, digits and hyphens, like folder-drop.',
    )
  const { adapterText, pageText, testText } = await import('./new-adapter/templates.ts')
  return {
    [`${name}.ts`]: adapterText(port, name),
    [`${name}.test.ts`]: testText(port, name),
    [`${name}.md`]: pageText(port, name),
  }
}

async function refuseIfThere(path: string) {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Refusal('conflict', `${path} already exists and is left alone.`)
}
