export * from './access-log.ts'
export {
  Anchor,
  AnchorCheck,
  type AnchorStatus,
  anchorStatuses,
  NewAnchor,
} from './anchors.ts'
export * from './appeals.ts'
export * from './auth.ts'
export * from './cases.ts'
export * from './events/work.ts'
export * from './events.ts'
export * from './imports.ts'
export * from './intake.ts'
export * from './manifest.ts'
export * from './marks.ts'
export * from './openapi.ts'
export * from './profile.ts'
export * from './route.ts'
export * from './routes.ts'
