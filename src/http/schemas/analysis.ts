export * from '../../analyses/queries/analysis.ts';
