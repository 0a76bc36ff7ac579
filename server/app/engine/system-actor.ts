import type { Actor } from '@portico/contract/envelope'

/** The actor of what the service does by itself. */
export const systemActor: Actor = { id: 'system_portico', name: 'portico', kind: 'system' }
