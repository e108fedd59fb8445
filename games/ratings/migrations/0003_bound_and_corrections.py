"""Pairs of opponents, corrections of many matches, and an index for the report on pairs."""

from __future__ import annotations

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


GUARD = '''
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON ratings_ratingcorrection
    FOR EACH ROW EXECUTE FUNCTION kibitz_rating_log_append_only();
'''
UNGUARD = "DROP TRIGGER append_only_rows ON ratings_ratingcorrection;"


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0002_append_only'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PairStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.BigIntegerField()),
                ('second', models.BigIntegerField()),
                ('to_first', models.FloatField()),
                ('to_second', models.FloatField()),
                ('at', models.DateTimeField()),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='ratings.ladder')),
            ],
        ),
        migrations.CreateModel(
            name='RatingCorrection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('moderator', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='ratings.ratingcorrection')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='RatingShift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.IntegerField(null=True)),
                ('after', models.IntegerField(null=True)),
                ('correction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, db_constraint=False, related_name='shifts', to='ratings.ratingcorrection')),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ratings.ladder')),
                ('player', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(models.F('ladder'), models.F('finished_at'), name='rating_change_lately'),
        ),
        migrations.AddField(
            model_name='ratinglog',
            name='correction',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, db_constraint=False, related_name='lines', to='ratings.ratingcorrection'),
        ),
        migrations.AddConstraint(
            model_name='pairstanding',
            constraint=models.UniqueConstraint(models.F('ladder'), models.F('first'), models.F('second'), name='pair_standing_once'),
        ),
        migrations.AddConstraint(
            model_name='ratingshift',
            constraint=models.UniqueConstraint(models.F('correction'), models.F('ladder'), models.F('player'), name='rating_shift_once'),
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
