import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AdapterDefinition, PortDeclaration } from '@portico/contract/ports/kit'

// biome-ignore lint/suspicious/noExplicitAny: adapters of one port with any options
type Loads<Port extends PortDeclaration> = Record<string, () => Promise<AdapterDefinition<Port, any>>>

/** The adapters of a port: one file each in its folder `adapters`, under its own name, loaded when it is bound. */
export function adaptersIn<Port extends PortDeclaration>(folder: string): Loads<Port> {
  const adapters = join(folder, 'adapters')
  const files = existsSync(adapters) ? readdirSync(adapters).toSorted() : []
  return Object.fromEntries(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => [
        basename(file, '.ts'),
        async () => (await import(pathToFileURL(join(adapters, file)).href)).default,
      ]),
  )
}
