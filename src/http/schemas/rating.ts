export * from '../../ratings/rating-shapes.ts';
