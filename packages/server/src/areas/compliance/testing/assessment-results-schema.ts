import { z } from 'zod';

const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const token = z.string().regex(/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u);
const line = z.string().regex(/^\S(.*\S)?$/);
const moment = z.iso.datetime();
const property = z.strictObject({ name: token, ns: z.string().optional(), value: line });

/**
 * A strict schema of OSCAL assessment results: the members that OSCAL 1.0.6 requires, and its constraints for those
 * that the export writes.
 */
export const assessmentResultsSchema = z.strictObject({
  'assessment-results': z.strictObject({
    uuid,
    metadata: z.strictObject({ title: z.string(), 'last-modified': moment, version: line, 'oscal-version': line }),
    'import-ap': z.strictObject({ href: z.string().startsWith('#') }),
    results: z
      .array(
        z.strictObject({
          uuid,
          title: z.string(),
          description: z.string(),
          start: moment,
          end: moment,
          'reviewed-controls': z.strictObject({
            'control-selections': z
              .array(
                z.strictObject({
                  description: z.string().optional(),
                  'include-controls': z
                    .array(z.strictObject({ 'control-id': token }))
                    .min(1)
                    .optional(),
                }),
              )
              .min(1),
          }),
          observations: z
            .array(
              z.strictObject({
                uuid,
                title: z.string(),
                description: z.string(),
                props: z.array(property).min(1),
                methods: z.array(z.enum(['EXAMINE', 'INTERVIEW', 'TEST', 'UNKNOWN'])).min(1),
                'relevant-evidence': z
                  .array(
                    z.strictObject({
                      href: z.string().optional(),
                      description: z.string().min(1),
                      props: z.array(property).min(1),
                    }),
                  )
                  .min(1)
                  .optional(),
                collected: moment,
              }),
            )
            .min(1)
            .optional(),
          findings: z
            .array(
              z.strictObject({
                uuid,
                title: z.string(),
                description: z.string(),
                props: z.array(property).min(1),
                target: z.strictObject({
                  type: z.enum(['statement-id', 'objective-id']),
                  'target-id': token,
                  status: z.strictObject({
                    state: z.enum(['satisfied', 'not-satisfied']),
                    reason: z.enum(['pass', 'fail', 'other']),
                  }),
                }),
                'related-observations': z.array(z.strictObject({ 'observation-uuid': uuid })).min(1),
              }),
            )
            .min(1)
            .optional(),
        }),
      )
      .length(1),
    'back-matter': z.strictObject({
      resources: z
        .array(
          z.strictObject({
            uuid,
            title: z.string(),
            description: z.string(),
            rlinks: z
              .array(
                z.strictObject({
                  href: z.string(),
                  'media-type': z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
                  hashes: z.array(
                    z.strictObject({ algorithm: z.literal('SHA-256'), value: z.string().regex(/^[0-9a-f]{64}$/) }),
                  ),
                }),
              )
              .min(1)
              .optional(),
          }),
        )
        .min(1),
    }),
  }),
});
