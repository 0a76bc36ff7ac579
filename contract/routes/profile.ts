import Type from 'typebox'
import * as profile from '../profile-versions.ts'
import { json, type Route } from '../route.ts'

const ofVersion = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'The version', examples: [1] }),
})

const ifMatch =
  'With `If-Match`, the version in quotes that it was made from: 409 where there is a newer one.'

export const profileRoutes = {
  getProfile: {
    method: 'GET',
    path: '/profile',
    tag: 'Administration',
    summary: 'The words and rules in force',
    answers: { 200: json('The profile and its version', profile.ProfileDetail) },
    errors: [401],
  },
  saveProfile: {
    method: 'PUT',
    path: '/profile',
    tag: 'Administration',
    summary: 'Put another profile in force',
    description: `It is in force at once, for every command from then on; open work moves to where it belongs in the background. One that is wrong is refused with the places that are, and one that current work has no place in with what stands in the way. ${ifMatch}`,
    body: profile.SaveProfile,
    answers: {
      200: json('The profile as saved; the one in force where it is the same', profile.ProfileDetail),
    },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  tryProfile: {
    method: 'POST',
    path: '/profile/trial',
    tag: 'Administration',
    summary: 'What another profile would do, without putting it in force',
    description:
      'What is wrong with it and where, what it changes, which open tasks and cases would move, and what stands in its way.',
    body: profile.TryProfile,
    answers: { 200: json('What it would do', profile.ProfileTrial) },
    errors: [400, 401, 403, 413, 415],
  },
  listProfileVersions: {
    method: 'GET',
    path: '/profile/versions',
    tag: 'Administration',
    summary: 'Who changed the profile, when and why, newest first',
    query: profile.ProfileVersionsQuery,
    answers: { 200: json('The versions', profile.ProfileVersionList) },
    errors: [400, 401, 403],
  },
  getProfileVersion: {
    method: 'GET',
    path: '/profile/versions/{number}',
    tag: 'Administration',
    summary: 'The profile as it was',
    params: ofVersion,
    answers: { 200: json('The profile and its version', profile.ProfileDetail) },
    errors: [400, 401, 403, 404],
  },
  getProfileChanges: {
    method: 'GET',
    path: '/profile/versions/{number}/changes',
    tag: 'Administration',
    summary: 'What a version changed, against the one before or any other',
    params: ofVersion,
    query: profile.ProfileChangesQuery,
    answers: { 200: json('The changes', profile.ProfileChanges) },
    errors: [400, 401, 403, 404],
  },
  restoreProfile: {
    method: 'POST',
    path: '/profile/versions/{number}/restore',
    tag: 'Administration',
    summary: 'Put an older profile in force again, as a new version',
    description: ifMatch,
    params: ofVersion,
    body: profile.RestoreProfile,
    answers: { 200: json('The profile as saved', profile.ProfileDetail) },
    errors: [400, 401, 403, 404, 409, 413, 415, 422],
  },
} as const satisfies Record<string, Route>
