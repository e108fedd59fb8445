from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0010_mentions'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='puzzles',
            field=models.BooleanField(db_default=True, default=True, help_text='Without names. Turn it off, and the puzzles from your matches disappear.', verbose_name='let my public matches become puzzles'),
        ),
    ]
