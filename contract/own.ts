import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const mostPreferenceBytes = 64 * 1024

const Values = Type.Record(Type.String(), Type.Unknown(), {
  description: `Any JSON object, at most ${mostPreferenceBytes / 1024} KB: what a client remembers for its user, such as saved views`,
  examples: [{ theme: 'dark', views: [{ name: 'Remands', status: 'onDocket' }] }],
})
export const Preferences = Type.Object({ preferences: Values })
const NewPreferences = Type.Object({ preferences: Values }, strict)
const ChangedPreferences = Type.Object(
  {
    preferences: {
      ...Values,
      description:
        'The members to set; null removes one. Others stay, so that two tabs do not undo each other',
    },
  },
  strict,
)

const place = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The page of the case' }),
  zoom: Type.Optional(Type.Number({ minimum: 0.05, maximum: 64, description: '1 is the natural size' })),
  rotation: Type.Optional(Type.Integer({ minimum: 0, maximum: 270, multipleOf: 90, examples: [90] })),
}
export const Place = Type.Object({ documentId: Type.String(), ...place, at: Timestamp })
export type Place = Static<typeof Place>
export const PlaceList = Type.Object({ places: Type.Array(Place) })
export const NewPlace = Type.Object(place, { ...strict, examples: [{ page: 12, zoom: 1.25, rotation: 90 }] })
export type NewPlace = Static<typeof NewPlace>

export const Visit = Type.Object({
  since: Type.Union([Timestamp, Type.Null()], {
    description: 'When you were last here before this visit; null if never',
  }),
  version: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'The version of the case then: events with a higher sequence are new to you',
  }),
})
export type Visit = Static<typeof Visit>
const VisitDetail = Type.Object({ visit: Visit })

const ofDocument = Type.Object({ ...ofCase.properties, docId: Type.String() })

export const tag = 'Documents'

/** What a member keeps for themselves; nobody else reads it. */
export const routes = {
  getPreferences: {
    method: 'GET',
    path: '/me/preferences',
    audience: 'party',
    needs: 'token',
    summary: 'Get your preferences',
    answers: { 200: json('Your preferences', Preferences) },
    errors: [401],
    servedBy: { call: ['preferences.get', 'caller.id'] },
    sdk: {
      call: 'client.me.preferences',
      about: 'What a client has remembered for you.',
      example: sample`
        console.log(await client.me.preferences())
      `,
    },
  },
  setPreferences: {
    method: 'PUT',
    path: '/me/preferences',
    audience: 'party',
    needs: 'token',
    summary: 'Replace your preferences',
    body: NewPreferences,
    bodyLimit: mostPreferenceBytes + 1024,
    answers: { 200: json('Your preferences', Preferences) },
    errors: [400, 401, 413, 415],
    servedBy: { call: ['preferences.set', 'caller.id', 'body.preferences'] },
    sdk: {
      call: 'client.me.setPreferences',
      takes: ['preferences'],
      about: 'Replace your preferences: any JSON object of at most 64 KB.',
      example: sample`
        await client.me.setPreferences({ theme: 'dark', density: 'comfortable' })
      `,
    },
  },
  changePreferences: {
    method: 'PATCH',
    path: '/me/preferences',
    audience: 'party',
    needs: 'token',
    summary: 'Set some of your preferences',
    body: ChangedPreferences,
    bodyLimit: mostPreferenceBytes + 1024,
    answers: { 200: json('Your preferences', Preferences) },
    errors: [400, 401, 413, 415],
    servedBy: { call: ['preferences.change', 'caller.id', 'body.preferences'] },
    sdk: {
      call: 'client.me.changePreferences',
      takes: ['preferences'],
      about: 'Set some of your preferences and keep the others; null removes one.',
      example: sample`
        console.log(await client.me.changePreferences({ theme: 'light', density: null }))
      `,
    },
  },
  visitCase: {
    method: 'POST',
    path: '/cases/{id}/visit',
    audience: 'party',
    needs: 'readCases',
    trace: 'own',
    summary: 'Say that you are looking at a case, and learn when you were last here',
    description:
      'A visit ends when nothing is said of it for half an hour; until then the answer stays the same, also after a reload.',
    params: ofCase,
    answers: { 200: json('Your visit', VisitDetail) },
    errors: [401, 403, 404],
    servedBy: { call: ['places.visit', 'own', 'version'] },
    sdk: {
      call: 'client.cases.visit',
      about:
        'Say that you are looking at a case, and learn when you were last here: events after `version` are new to you.',
      example: sample`
        const { since, version } = await client.cases.visit(caseId)
        console.log(since ?? 'never before', version)
      `,
    },
  },
  listPlaces: {
    method: 'GET',
    path: '/cases/{id}/places',
    audience: 'party',
    needs: 'readCases',
    trace: 'own',
    summary: 'List where you stopped reading in each document, the latest first',
    params: ofCase,
    answers: { 200: json('Your places', PlaceList) },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.cases.places',
      about: 'Where you stopped reading in each document, the latest first.',
      example: sample`
        for (const { documentId, page } of await client.cases.places(caseId)) console.log(documentId, page)
      `,
    },
  },
  keepPlace: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/place',
    audience: 'party',
    needs: 'readCases',
    trace: 'own',
    summary: 'Keep where you are in a document',
    params: ofDocument,
    body: NewPlace,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 413, 415],
    sdk: {
      call: 'client.documents.keepPlace',
      takes: ['place'],
      about: 'Keep where you are in a document: the page of the case, zoom and rotation.',
      example: sample`
        await client.documents.keepPlace(appealId, documentId, { page: 1, zoom: 1.25, rotation: 90 })
      `,
    },
  },
} as const satisfies Record<string, Row>
