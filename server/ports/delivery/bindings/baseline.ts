import type { Adapter, AdapterDefinition, Host, PortDeclaration } from '@portico/contract/ports/kit'
import type { TObject } from '@portico/contract/type'
import type { Portico } from '../../../app/portico.ts'
import type { PortParts } from './serve-port.ts'

/** A baseline that the platform runs itself has what the platform has; everything else reaches it as any adapter. */
export type BaselineHost<Port extends PortDeclaration, Needed extends keyof Portico = never> = Host<Port> & {
  parts: PortParts<Needed>
}

export function defineBaseline<Port extends PortDeclaration, Needed extends keyof Portico = never>(
  definition: Omit<AdapterDefinition<Port>, 'open' | 'options'> & {
    options: TObject
    open(options: object, host: BaselineHost<Port, Needed>): Adapter<Port> | Promise<Adapter<Port>>
  },
): AdapterDefinition<Port> {
  return definition as unknown as AdapterDefinition<Port>
}
