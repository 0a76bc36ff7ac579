import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'

export function sandboxOver({ call }: Calls) {
  return {
    /**
     * The invented people of a sandbox on your own machine, as whom a page can sign in without a password:
     * `client.signIn({ memberId, code })`. The code is in the address that the start of the service prints. Elsewhere
     * this fails with `notFound`.
     *
     * @example
     * ```ts
     * const people = await client.sandbox.people({ code: process.env.SANDBOX_CODE ?? '' })
     * for (const { displayName, roles } of people) console.log(displayName, roles)
     * ```
     */
    people: ({ code }: { code: string }, options?: CallOptions) =>
      call('listSandboxPeople', {}, { ...options, code }),
  }
}

/** What only a sandbox has. */
export type Sandbox = ReturnType<typeof sandboxOver>
