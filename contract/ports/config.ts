import type { AdapterDefinition, SecretRef } from './kit.ts'

/**
 * A binding: the adapter and its options. The adapter is one that comes with Portico, by name; a file, by a path that
 * begins with a dot or a slash; or, in TypeScript, the adapter itself. Secrets are given by reference.
 */
export type BindingConfig = {
  // biome-ignore lint/suspicious/noExplicitAny: an adapter of any port with any options
  adapter: string | AdapterDefinition<any, any>
  /** Signs what is sent over HTTP, and what comes in at `/ports/{port}/{binding}/inbound`. */
  secret?: SecretRef
  /** The secret that is being replaced: what is signed with it is still taken. */
  previousSecret?: SecretRef
  /** Lets the binding reach private addresses, such as 10.0.0.0/8. */
  privateAddresses?: boolean
  /** How long one call may take: 30 seconds, unless it says otherwise. */
  timeoutSeconds?: number
  /** How many calls may run at once: 8, unless it says otherwise. */
  concurrency?: number
  [option: string]: unknown
}

export const portNames = [
  'document-source',
  'party-identity',
  'case-status',
  'scheduling',
  'conferencing',
  'authoring',
  'correspondence',
  'notifications',
  'output',
  'reporting',
] as const
export type PortName = (typeof portNames)[number]

export type Config = {
  /** By port: one binding, or several by name. A port that is left out has its baseline. */
  ports?: { [Name in PortName]?: BindingConfig | Readonly<Record<string, BindingConfig>> }
}

/**
 * The configuration of a deployment, as the default export of `portico.config.ts`.
 *
 * @example
 * export default defineConfig({
 *   ports: { output: { adapter: 'http', url: 'https://print.example.org', secret: { env: 'PRINT_SECRET' } } },
 * })
 */
export function defineConfig(config: Config): Config {
  return config
}
