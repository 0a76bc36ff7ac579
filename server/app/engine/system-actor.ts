import type { Actor } from '@portico/contract/envelope'

/** Whoever acts where the service itself does. */
export const systemActor: Actor = { id: 'system_portico', name: 'portico', kind: 'system' }
