import { Refusal } from '../core/kernel/decider.ts'

/**
 * How far somebody who administers accounts may go: up to their own clearance, and to roles that may do no more than
 * their own. Whoever could reach further could make themselves what they are not.
 */
export type Authority = { clearance: number; mayGive: (role: string) => boolean }

type Account = { username: string; clearance: number; roles: readonly string[] }

/** Refuses to touch an account that may see or do more than whoever administers it. */
export function refuseAccountBeyond(authority: Authority | undefined, account: Account): void {
  if (!authority) return
  const { username, clearance, roles } = account
  if (clearance > authority.clearance)
    throw new Refusal(
      'forbidden',
      `You are cleared up to ${authority.clearance}, and ${username} up to ${clearance}: this is for an administrator who is cleared as far, or for the operator at the command line.`,
    )
  const role = roles.find((name) => !authority.mayGive(name))
  if (role !== undefined)
    throw new Refusal(
      'forbidden',
      `${username} has the role ${role}, which may do more than yours: this is for an administrator who has it, or for the operator at the command line.`,
    )
}

/** Refuses to give what whoever gives it does not have. */
export function refuseGivingBeyond(
  authority: Authority | undefined,
  { roles = [], clearance }: { roles?: readonly string[] | undefined; clearance?: number | undefined },
): void {
  if (!authority) return
  if (clearance !== undefined && clearance > authority.clearance)
    throw new Refusal(
      'forbidden',
      `You are cleared up to ${authority.clearance}, so you cannot clear anybody for ${clearance}.`,
    )
  const role = roles.find((name) => !authority.mayGive(name))
  if (role !== undefined)
    throw new Refusal('forbidden', `The role ${role} may do more than yours, so you cannot give it.`)
}
