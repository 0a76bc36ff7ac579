import type { Profile } from '@portico/contract/profile'
import { canonicalJson } from '../core/kernel/chain.ts'

/** Open tasks of a type that a team has, and the team that is to have them. */
export type TeamMove = { type: string; from: string; to: string }

/** What a change of the profile means for current work. */
export type ProfileMoves = {
  teams: TeamMove[]
  /** Cases may be said to stand elsewhere. */
  standings: boolean
  /** Claimants may be old enough by now, or not yet. */
  ages: boolean
  /** What there is no place for: nothing of it may be in use. */
  gone: {
    taskTypes: string[]
    caseTypes: string[]
    dockets: string[]
    roles: string[]
    teams: string[]
    /** The team would be gone, and the type says no other. */
    homeless: { type: string; team: string }[]
  }
}

export function movesBetween(before: Profile, after: Profile): ProfileMoves {
  const goneFrom = (list: (profile: Profile) => readonly { name: string }[]) => {
    const kept = new Set(list(after).map(({ name }) => name))
    return list(before).flatMap(({ name }) => (kept.has(name) ? [] : [name]))
  }
  const teams: TeamMove[] = []
  const homeless: ProfileMoves['gone']['homeless'] = []
  const goneTeams = goneFrom((profile) => profile.teams)
  for (const { name: type, team } of before.taskTypes) {
    const next = after.taskTypes.find(({ name }) => name === type)
    if (!next) continue
    const moves = new Map<string, string>(routesMoved(before, after, type))
    if (team !== undefined && next.team !== undefined && team !== next.team) moves.set(team, next.team)
    for (const gone of goneTeams) {
      if (moves.has(gone)) continue
      if (next.team === undefined) homeless.push({ type, team: gone })
      else moves.set(gone, next.team)
    }
    teams.push(...[...moves].map(([from, to]) => ({ type, from, to })))
  }
  return {
    teams,
    standings: canonicalJson(standingRules(before)) !== canonicalJson(standingRules(after)),
    ages: canonicalJson(ageRules(before)) !== canonicalJson(ageRules(after)),
    gone: {
      taskTypes: goneFrom((profile) => profile.taskTypes),
      caseTypes: goneFrom((profile) => profile.caseTypes),
      dockets: goneFrom((profile) => profile.dockets),
      roles: goneFrom((profile) => profile.roles),
      teams: goneTeams,
      homeless,
    },
  }
}

/** Where mail that is worked as such a task goes by now, for each team that it went to before. */
function routesMoved(before: Profile, after: Profile, taskType: string): [string, string][] {
  return before.mailTypes
    .filter((mail) => mail.taskType === taskType)
    .flatMap(({ name, routes }) => {
      const next = after.mailTypes.find((mail) => mail.name === name)
      return routes.flatMap(({ when, team }): [string, string][] => {
        const route = next?.routes.find((route) => route.when === when)
        return route && route.team !== team ? [[team, route.team]] : []
      })
    })
}

function ageRules({ priority: { advancedAge, ageReason }, partyRoles }: Profile) {
  return [advancedAge, ageReason, partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)]
}

function standingRules({ caseTypes, workflows }: Profile) {
  return [
    caseTypes.map(({ name, workflow }) => [name, workflow]),
    workflows.map(({ name, root, standings }) => [name, root, standings]),
  ]
}
