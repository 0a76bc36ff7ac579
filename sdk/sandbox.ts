import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'

export function sandboxOver({ call }: Calls) {
  return {
    /**
     * The invented people of a sandbox on your own machine, as whom a page can sign in without a password:
     * `client.signIn({ memberId })`. Elsewhere this fails with `notFound`.
     *
     * @example
     * ```ts
     * for (const { displayName, roles } of await client.sandbox.people()) console.log(displayName, roles)
     * ```
     */
    people: (options?: CallOptions) => call('listSandboxPeople', {}, options),
  }
}

/** What only a sandbox has. */
export type Sandbox = ReturnType<typeof sandboxOver>
