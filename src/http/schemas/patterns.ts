export * from '../../patterns.ts';
